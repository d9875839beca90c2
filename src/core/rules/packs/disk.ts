import { definePack } from '../rule.ts'
import { wordsIn } from '../text/word-table.ts'

const HELP = '--help|--version|-V'
const PARTITION = ['fdisk', 'gdisk', 'sgdisk', 'cgdisk', 'sfdisk', 'cfdisk', 'parted']

export const disk = definePack('disk', () => [
  {
    id: 'format',
    harm: 'delete',
    tier: 'catastrophic',
    override: 'passphrase',
    family: 'mkfs',
    when: [
      {
        program: ['mkfs', 'mkfs.*', 'mke2fs', 'mkswap', 'mkntfs', 'mkdosfs', 'newfs', 'newfs_*'],
        lacks: [HELP, '-n'],
        operands: [1, 99],
        noWords: ['*.img|*.iso|*.raw|*.qcow2'],
      },
      { program: ['wipefs'], has: ['-a|--all|-o|--offset'], lacks: ['-n|--no-act'] },
      { program: ['blkdiscard', 'badblocks'], targets: { of: 'operands', is: ['device'] } },
      { program: ['hdparm'], has: ['--security-erase|--security-erase-enhanced|--trim-sector-ranges|--write-sector'] },
      { program: ['nvme'], path: ['format|sanitize|write|delete-ns'] },
      {
        program: ['diskutil'],
        path: ['erasedisk|erasevolume|partitiondisk|zerodisk|secureerase|randomdisk|reformat|apfs|resetfusion'],
        noWords: ['list'],
      },
      {
        program: ['cryptsetup'],
        path: ['luksformat|erase|luksErase|luksremovekey|lukskillslot|reencrypt|luksErase|format'],
      },
      { program: ['shred', 'scrub', 'wipe'], targets: { of: 'operands', is: ['device'] } },
      { program: ['format', 'format.com'], words: ['?:|?:/'] },
      { program: ['diskpart', 'clear-disk', 'format-volume', 'remove-partition', 'initialize-disk'] },
      { program: ['zpool'], path: ['destroy|labelclear|create'] },
      { program: ['mdadm'], has: ['--zero-superblock|--create|-C|--stop|--remove|--fail'] },
    ],
    about: 'operands',
    examples: {
      matches: [
        'mkfs.ext4 /dev/sda1',
        'wipefs -a /dev/sdb',
        'cryptsetup luksFormat /dev/sda1',
        'diskutil eraseDisk JHFS+ X disk2',
      ],
      not: ['lsblk', 'mkfs.ext4 disk.img', 'wipefs /dev/sdb', 'diskutil list'],
    },
  },
  {
    id: 'partition',
    harm: 'overwrite',
    tier: 'catastrophic',
    override: 'passphrase',
    family: 'fdisk',
    when: [
      {
        program: PARTITION,
        lacks: ['-l|--list|--help|-h|--version|-v|-s|--dump|-d'],
        noWords: ['print'],
        targets: { of: 'operands', is: ['device'] },
      },
      {
        program: ['sgdisk', 'gdisk'],
        has: ['-Z|--zap-all|-z|--zap|-d|--delete|-o|--clear|-w'],
        targets: { of: 'operands', is: ['device'] },
      },
      { program: ['sfdisk'], has: ['--delete|--wipe|-N|-f|--force'], targets: { of: 'operands', is: ['device'] } },
      { program: ['gdisk'], targets: { of: 'operands', is: ['device'] }, lacks: ['-l'] },
    ],
    examples: {
      matches: [
        'fdisk /dev/sda',
        'parted /dev/sda mklabel gpt',
        'sgdisk --zap-all /dev/sdb',
        'sfdisk --delete /dev/sda',
      ],
      not: ['fdisk -l', 'parted /dev/sda print', 'parted disk.img', 'sfdisk -l /dev/sda'],
    },
  },
  {
    id: 'volume',
    harm: 'delete',
    tier: 'catastrophic',
    family: 'lvremove',
    when: [
      {
        program: ['lvremove', 'vgremove', 'pvremove', 'lvreduce', 'vgreduce', 'dmsetup_'],
        lacks: [HELP, '-t|--test'],
        operands: [1, 99],
      },
      { program: ['dmsetup'], path: ['remove|wipe_table|remove_all'] },
      { program: ['zfs'], path: ['destroy|rollback'], lacks: ['-n'] },
      { program: ['btrfs'], path: ['subvolume|device|filesystem', 'delete|remove'] },
      { program: ['tmutil'], path: ['delete|disable|deletelocalsnapshots'] },
      { program: ['vssadmin', 'wbadmin'], path: ['delete'] },
      { program: ['losetup'], has: ['-D|--detach-all'] },
      { program: ['qemu-img'], path: ['snapshot|commit|rebase'], has: ['-d|-a|-c_'] },
      { program: ['virsh'], path: ['destroy|undefine|vol-delete|pool-delete|snapshot-delete'] },
    ],
    about: 'operands',
    examples: {
      matches: ['lvremove vg/data', 'vgremove -f vg0', 'zfs destroy tank/x', 'btrfs subvolume delete /x'],
      not: ['lvs', 'zfs list', 'lvcreate -L 10G vg0', 'zfs destroy -n tank/x'],
    },
  },
  {
    id: 'device-change',
    harm: 'weaken',
    family: 'disk settings',
    when: [
      {
        program: wordsIn(`partprobe blockdev tune2fs resize2fs xfs_repair xfs_growfs hdparm dump debugfs e2label`),
        targets: { of: 'operands', is: ['device'] },
        lacks: ['-l|-n|-N|-I|-i|--getsize64|--report|--help|--getss|--getro|--getsz|-h'],
      },
      { program: ['cryptsetup'], path: ['open|luksopen|close|luksclose|resize|luksaddkey|luksheaderrestore'] },
      { program: ['mount'], has: ['-o'], words: ['lowerdir=*|*lowerdir=*|bind|*,bind*'] },
      { program: ['mount'], has: ['--bind|--rbind|--move'] },
      { program: ['umount'], has: ['-f|-l|-a|--force|--lazy|--all'] },
      { program: ['swapoff'], has: ['-a'] },
      { program: ['pivot_root'] },
    ],
    about: 'operands',
    examples: {
      matches: ['mount -o bind /a /b', 'tune2fs -O ^has_journal /dev/sda1', 'umount -l /mnt', 'swapoff -a'],
      not: ['mount', 'blockdev --getsize64 /dev/sda', 'umount /mnt/x', 'df -h'],
    },
  },
])
