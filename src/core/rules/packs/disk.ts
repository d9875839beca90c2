import { definePack } from '../rule.ts'

export const disk = definePack(
  'disk',
  `
HELP = --help|--version|-V
PARTITION = fdisk|gdisk|sgdisk|cgdisk|sfdisk|cfdisk|parted

format: delete · catastrophic · passphrase · family mkfs · about operands
  mkfs|mkfs.*|mke2fs|mkswap|mkntfs|mkdosfs|newfs|newfs_* · lacks {HELP}|-n · without *.img|*.iso|*.raw|*.qcow2 · operands 1-99
  wipefs · has -a|--all|-o|--offset · lacks -n|--no-act
  blkdiscard|badblocks · operands is device
  hdparm · has --security-erase|--security-erase-enhanced|--trim-sector-ranges|--write-sector
  nvme format|sanitize|write|delete-ns
  diskutil erasedisk|erasevolume|partitiondisk|zerodisk|secureerase|randomdisk|reformat|apfs|resetfusion · without list
  cryptsetup luksformat|erase|luksErase|luksremovekey|lukskillslot|reencrypt|luksErase|format
  shred|scrub|wipe · operands is device
  format|format.com · words ?:|?:/
  diskpart|clear-disk|format-volume|remove-partition|initialize-disk, zpool destroy|labelclear|create
  mdadm · has --zero-superblock|--create|-C|--stop|--remove|--fail
  + mkfs.ext4 /dev/sda1 ¦ wipefs -a /dev/sdb ¦ cryptsetup luksFormat /dev/sda1 ¦ diskutil eraseDisk JHFS+ X disk2
  - lsblk ¦ mkfs.ext4 disk.img ¦ wipefs /dev/sdb ¦ diskutil list

partition: overwrite · catastrophic · passphrase · family fdisk
  {PARTITION} · lacks -l|--list|--help|-h|--version|-v|-s|--dump|-d · without print · operands is device
  sgdisk|gdisk · has -Z|--zap-all|-z|--zap|-d|--delete|-o|--clear|-w · operands is device
  sfdisk · has --delete|--wipe|-N|-f|--force · operands is device
  gdisk · lacks -l · operands is device
  + fdisk /dev/sda ¦ parted /dev/sda mklabel gpt ¦ sgdisk --zap-all /dev/sdb ¦ sfdisk --delete /dev/sda
  - fdisk -l ¦ parted /dev/sda print ¦ parted disk.img ¦ sfdisk -l /dev/sda

volume: delete · catastrophic · family lvremove · about operands
  lvremove|vgremove|pvremove|lvreduce|vgreduce · lacks {HELP}|-t|--test · operands 1-99
  dmsetup remove|wipe_table|remove_all
  zfs destroy|rollback · lacks -n
  btrfs subvolume|device|filesystem delete|remove, tmutil delete|disable|deletelocalsnapshots
  vssadmin|wbadmin delete
  losetup · has -D|--detach-all
  qemu-img snapshot|commit|rebase · has -d|-a
  virsh destroy|undefine|vol-delete|pool-delete|snapshot-delete
  + lvremove vg/data ¦ vgremove -f vg0 ¦ zfs destroy tank/x ¦ btrfs subvolume delete /x
  - lvs ¦ zfs list ¦ lvcreate -L 10G vg0 ¦ zfs destroy -n tank/x

device-change: weaken · family disk settings · about operands
  partprobe|blockdev|tune2fs|resize2fs|xfs_repair|xfs_growfs|hdparm|dump|debugfs|e2label · lacks -l|-n|-N|-I|-i|--getsize64|--report|--help|--getss|--getro|--getsz|-h · operands is device
  cryptsetup open|luksopen|close|luksclose|resize|luksaddkey|luksheaderrestore
  mount · has -o · words lowerdir=*|*lowerdir=*|bind|*,bind*
  mount · has --bind|--rbind|--move · operands is root,home,system,outside-project,home-config,unknown,temp-root,temp-entry
  umount · has -f|-l|-a|--force|--lazy|--all
  swapoff · has -a
  pivot_root
  + mount -o bind /a /b ¦ tune2fs -O ^has_journal /dev/sda1 ¦ umount -l /mnt ¦ swapoff -a
  - mount ¦ blockdev --getsize64 /dev/sda ¦ umount /mnt/x ¦ df -h
`,
)
