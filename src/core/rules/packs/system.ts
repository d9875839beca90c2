import { definePack } from '../rule.ts'

const HELP = '--help|--version'

export const system = definePack('system', () => [
  {
    id: 'power',
    harm: 'kill',
    family: 'shutdown',
    when: [
      { program: ['shutdown', 'reboot', 'halt', 'poweroff'], lacks: [HELP, '-c'] },
      { program: ['init', 'telinit'], path: ['0|6|1|s'] },
      {
        program: ['systemctl'],
        path: ['poweroff|reboot|halt|kexec|suspend|hibernate|hybrid-sleep|emergency|rescue|soft-reboot'],
      },
      { program: ['loginctl'], path: ['terminate-*|kill-*|poweroff|reboot'] },
      { program: ['pmset'], path: ['sleepnow'] },
      {
        program: ['busctl', 'dbus-send', 'gdbus'],
        words: ['*reboot*|*poweroff*|*enableunitfiles*|*systemd1.manager*|*startunit*|*stopunit*'],
      },
      { program: ['stop-computer', 'restart-computer'] },
    ],
    examples: {
      matches: ['sudo reboot', 'shutdown -h now', 'systemctl poweroff', 'init 0'],
      not: ['uptime', 'shutdown --help', 'shutdown -c', 'systemctl status nginx'],
    },
  },
  {
    id: 'service-stop',
    harm: 'kill',
    family: 'systemctl stop',
    when: [
      { program: ['systemctl'], path: ['stop|disable|mask|kill|isolate|revert|set-default'], lacks: [HELP] },
      { program: ['service', 'rc-service', 'invoke-rc.d', 'sv'], path: ['*', 'stop|force-stop'] },
      { program: ['sv'], path: ['stop|down'] },
      { program: ['launchctl'], path: ['unload|bootout|remove|disable|stop|kill'] },
      { program: ['chkconfig', 'update-rc.d'], words: ['off|remove|disable'] },
      { program: ['nginx'], has: ['-s'], words: ['stop|quit'] },
      { program: ['supervisorctl'], path: ['stop|shutdown|remove'] },
      { program: ['rabbitmq-server', 'pg_ctl'], path: ['stop'] },
      { program: ['sc', 'net'], path: ['delete'] },
      { program: ['stop-service'] },
    ],
    about: 'operands',
    examples: {
      matches: ['systemctl stop docker', 'sudo service nginx stop', 'systemctl mask x', 'nginx -s quit'],
      not: ['systemctl status docker', 'systemctl restart nginx', 'service --status-all', 'nginx -t'],
    },
  },
  {
    id: 'firewall',
    harm: 'weaken',
    family: 'firewall',
    when: [
      {
        program: ['iptables', 'ip6tables', 'iptables-legacy', 'ebtables'],
        has: ['-F|--flush|-X|--delete-chain|-D|--delete|-Z|--zero|-P|--policy'],
      },
      { program: ['iptables', 'ip6tables'], has: ['-A|-I|-R'] },
      { program: ['iptables-restore', 'ip6tables-restore'] },
      { program: ['nft'], path: ['flush|delete|destroy|reset|add|insert'] },
      { program: ['ufw'], path: ['**', 'disable|reset|delete'] },
      {
        program: ['firewall-cmd'],
        has: ['--panic-off|--remove-service|--remove-port|--set-default-zone|--complete-reload'],
      },
      { program: ['pfctl'], has: ['-d|-F'] },
      { program: ['setenforce'], path: ['0|permissive'] },
      { program: ['apparmor_parser'], has: ['-R|--remove'] },
      { program: ['aa-teardown', 'aa-disable', 'aa-complain'] },
      { program: ['netsh'], words: ['*firewall*', 'off|delete|reset'] },
      { program: ['spctl'], has: ['--master-disable|--global-disable'] },
      { program: ['csrutil'], path: ['disable'] },
    ],
    examples: {
      matches: ['iptables -F', 'sudo ufw disable', 'nft flush ruleset', 'setenforce 0'],
      not: ['iptables -L', 'ufw status', 'ufw enable', 'nft list ruleset', 'getenforce'],
    },
  },
  {
    id: 'network-config',
    harm: 'weaken',
    family: 'network configuration',
    when: [
      {
        program: ['ip'],
        path: ['route|r|ro|rule|neigh|neighbour|addr|address|link|l', 'del|delete|flush|replace|change'],
        lacks: ['-h'],
      },
      { program: ['ip'], path: ['link', 'set', '*', 'down'] },
      { program: ['ip'], path: ['link', 'set', 'dev', '*', 'down'] },
      { program: ['ip'], path: ['route', 'add', 'default'] },
      { program: ['ifconfig'], words: ['down'] },
      { program: ['route'], path: ['del|add|delete|flush'] },
      { program: ['ifdown'] },
      {
        program: ['nmcli'],
        path: ['connection|con|c|device|dev|d|networking|n|radio', 'delete|down|off|disconnect|modify'],
      },
      { program: ['networksetup'], words: ['-set*|-remove*'] },
      { program: ['arp'], has: ['-d|-s'] },
      { program: ['resolvectl'], path: ['dns|domain|revert'], operands: [2, 9] },
    ],
    examples: {
      matches: ['ip route flush table main', 'ifconfig eth0 down', 'route del default', 'ip link set eth0 down'],
      not: ['ip addr', 'ip route', 'ifconfig', 'ip link set eth0 up', 'route -n'],
    },
  },
  {
    id: 'accounts',
    harm: 'weaken',
    family: 'accounts',
    when: [
      {
        program: ['userdel', 'groupdel', 'deluser', 'delgroup', 'usermod', 'gpasswd', 'chpasswd'],
        lacks: [HELP, '-l'],
      },
      { program: ['passwd'], lacks: [HELP, '-S|--status'] },
      { program: ['visudo'], lacks: ['-c|--check'] },
      { program: ['dscl'], words: ['-delete|-create|-append'] },
      { program: ['net'], path: ['user|localgroup'], operands: [1, 9] },
    ],
    about: 'operands',
    examples: {
      matches: ['userdel -r bob', 'sudo usermod -aG docker me', 'passwd root', 'visudo'],
      not: ['id', 'getent passwd', 'passwd -S', 'visudo -c'],
    },
  },
  {
    id: 'kernel',
    harm: 'weaken',
    family: 'kernel',
    when: [
      { program: ['sysctl'], has: ['-w|--write'] },
      { program: ['sysctl'], words: ['*.*=*'] },
      {
        program: ['modprobe', 'insmod', 'rmmod', 'kmod'],
        lacks: [HELP, '-n|--dry-run|-l|-c|--show-depends'],
        operands: [1, 9],
      },
      {
        program: ['kexec', 'efibootmgr', 'grub-install', 'grub2-install', 'update-grub', 'grub-mkconfig'],
        lacks: [HELP, '-v|--verbose|status|list'],
        operands: [0, 9],
      },
      { program: ['bpftool'], path: ['prog|map|net', 'load|attach|detach|update|delete|loadall'] },
      { program: ['bpftrace', 'setarch'], words: ['*ssl_write*|*ssl_read*|*readline*'] },
      { program: ['setarch'], has: ['--read-implies-exec'] },
      { program: ['nvram', 'bcdedit', 'systemsetup'], operands: [1, 9] },
    ],
    examples: {
      matches: ['sysctl -w kernel.yama.ptrace_scope=0', 'sudo modprobe x', 'rmmod y', 'grub-install /dev/sda'],
      not: ['sysctl -a', 'sysctl vm.swappiness', 'lsmod', 'modprobe -n x'],
    },
  },
  {
    id: 'cover-tracks',
    harm: 'tamper',
    family: 'clear logs',
    when: [
      { program: ['history'], has: ['-c'] },
      { program: ['dmesg'], has: ['-C|--clear|-c|--read-clear'] },
      { program: ['journalctl'], has: ['--vacuum-size|--vacuum-time|--vacuum-files|--rotate|--flush'] },
      { program: ['auditctl'], has: ['-D|-e'] },
      { program: ['set'], words: ['+o', 'history'] },
      { program: ['shopt'], has: ['-u'], words: ['histappend'] },
      { program: ['wevtutil'], path: ['cl|clear-log'] },
      { program: ['crontab'], has: ['-r'] },
    ],
    examples: {
      matches: ['history -c', 'dmesg -C', 'crontab -r', 'journalctl --vacuum-time=1s'],
      not: ['history', 'dmesg', 'crontab -l', 'journalctl -u x'],
    },
  },
  {
    id: 'exhaust',
    harm: 'overwrite',
    family: 'exhaust',
    when: [
      {
        program: ['fallocate'],
        has: ['--length=?t*,??t*,???t*,??g*,???g*,????g*'],
      },
      { program: ['truncate'], has: ['--size=?t*,??t*,???t*,???g*,????g*'] },
      { program: ['stress', 'stress-ng'], has: ['--vm-bytes|--vm|-m'] },
      { program: ['<fork-bomb>'] },
    ],
    examples: {
      matches: ['fallocate -l 100G /tmp/fill', 'truncate -s 500T /tmp/sparse', 'while true; do work & done'],
      not: ['while true; do date; sleep 5; done', 'fallocate -l 1M /tmp/x', 'truncate -s 10M /tmp/x', 'df -h'],
    },
  },
])
