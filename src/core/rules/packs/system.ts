import { definePack } from '../rule.ts'

export const system = definePack(
  'system',
  `
HELP = --help|--version

power: kill · family shutdown
  shutdown|reboot|halt|poweroff · lacks {HELP}|-c
  init|telinit 0|6|1|s
  systemctl poweroff|reboot|halt|kexec|suspend|hibernate|hybrid-sleep|emergency|rescue|soft-reboot
  loginctl terminate-*|kill-*|poweroff|reboot, pmset sleepnow
  busctl|dbus-send|gdbus · words *reboot*|*poweroff*|*enableunitfiles*|*systemd1.manager*|*startunit*|*stopunit*
  stop-computer|restart-computer
  + sudo reboot ¦ shutdown -h now ¦ systemctl poweroff ¦ init 0
  - uptime ¦ shutdown --help ¦ shutdown -c ¦ systemctl status nginx

service-stop: kill · family systemctl stop · about operands
  systemctl stop|disable|mask|kill|isolate|revert|set-default · lacks {HELP}
  service|rc-service|invoke-rc.d|sv * stop|force-stop, sv stop|down
  launchctl unload|bootout|remove|disable|stop|kill
  chkconfig|update-rc.d · words off|remove|disable
  nginx · has -s · words stop|quit
  supervisorctl stop|shutdown|remove, rabbitmq-server|pg_ctl stop, sc|net delete, stop-service
  + systemctl stop docker ¦ sudo service nginx stop ¦ systemctl mask x ¦ nginx -s quit
  - systemctl status docker ¦ systemctl restart nginx ¦ service --status-all ¦ nginx -t

firewall: weaken
  iptables|ip6tables|iptables-legacy|ebtables · has -F|--flush|-X|--delete-chain|-D|--delete|-Z|--zero|-P|--policy
  iptables|ip6tables · has -A|-I|-R
  iptables-restore|ip6tables-restore, nft flush|delete|destroy|reset|add|insert, ufw ** disable|reset|delete
  firewall-cmd · has --panic-off|--remove-service|--remove-port|--set-default-zone|--complete-reload
  pfctl · has -d|-F
  setenforce 0|permissive
  apparmor_parser · has -R|--remove
  aa-teardown|aa-disable|aa-complain
  netsh · words *firewall* · words off|delete|reset
  spctl · has --master-disable|--global-disable
  csrutil disable
  + iptables -F ¦ sudo ufw disable ¦ nft flush ruleset ¦ setenforce 0
  - iptables -L ¦ ufw status ¦ ufw enable ¦ nft list ruleset ¦ getenforce

network-config: weaken · family network configuration
  ip route|r|ro|rule|neigh|neighbour|addr|address|link|l del|delete|flush|replace|change · lacks -h
  ip link set * down, ip link set dev * down, ip route add default
  ifconfig · words down
  route del|add|delete|flush, ifdown
  nmcli connection|con|c|device|dev|d|networking|n|radio delete|down|off|disconnect|modify
  networksetup · words -set*|-remove*
  arp · has -d|-s
  resolvectl dns|domain|revert · operands 2-9
  + ip route flush table main ¦ ifconfig eth0 down ¦ route del default ¦ ip link set eth0 down
  - ip addr ¦ ip route ¦ ifconfig ¦ ip link set eth0 up ¦ route -n

accounts: weaken · about operands
  userdel|groupdel|deluser|delgroup|usermod|gpasswd|chpasswd · lacks {HELP}|-l
  passwd · lacks {HELP}|-S|--status
  visudo · lacks -c|--check
  dscl · words -delete|-create|-append
  net user|localgroup · operands 1-9
  + userdel -r bob ¦ sudo usermod -aG docker me ¦ passwd root ¦ visudo
  - id ¦ getent passwd ¦ passwd -S ¦ visudo -c

kernel: weaken
  sysctl · has -w|--write
  sysctl · words *.*=*
  modprobe|insmod|rmmod|kmod · lacks {HELP}|-n|--dry-run|-l|-c|--show-depends · operands 1-9
  kexec|efibootmgr|grub-install|grub2-install|update-grub|grub-mkconfig · lacks {HELP}|-v|--verbose|status|list · operands 0-9
  bpftool prog|map|net load|attach|detach|update|delete|loadall
  bpftrace|setarch · words *ssl_write*|*ssl_read*|*readline*
  setarch · words --read-implies-exec|-X
  nvram|bcdedit|systemsetup · operands 1-9
  + sysctl -w kernel.yama.ptrace_scope=0 ¦ sudo modprobe x ¦ rmmod y ¦ grub-install /dev/sda ¦ setarch x86_64 --read-implies-exec sh
  - sysctl -a ¦ sysctl vm.swappiness ¦ lsmod ¦ modprobe -n x

cover-tracks: tamper · family clear logs
  history · has -c
  dmesg · has -C|--clear|-c|--read-clear
  journalctl · has --vacuum-size|--vacuum-time|--vacuum-files|--rotate|--flush
  auditctl · has -D|-e
  set · words +o · words history
  shopt · has -u · words histappend
  wevtutil cl|clear-log
  crontab · has -r
  + history -c ¦ dmesg -C ¦ crontab -r ¦ journalctl --vacuum-time=1s
  - history ¦ dmesg ¦ crontab -l ¦ journalctl -u x

exhaust: overwrite
  fallocate · has --length=?t*,??t*,???t*,??g*,???g*,????g*
  truncate · has --size=?t*,??t*,???t*,???g*,????g*
  stress|stress-ng · has --vm-bytes|--vm|-m
  <fork-bomb>
  + fallocate -l 100G /tmp/fill ¦ truncate -s 500T /tmp/sparse ¦ while true; do work & done
  - while true; do date; sleep 5; done ¦ fallocate -l 1M /tmp/x ¦ truncate -s 10M /tmp/x ¦ df -h
`,
)
