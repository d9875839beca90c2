/**
 * What each built-in rule tells a person: what the command would do, and a command that passes the gate and comes close.
 * `{target}`, `{program}` and `{command}` are filled in. A reason completes the sentence "this …".
 */
export const RISKS = {
  'cloud.aws-delete': ['deletes AWS resources: {target}', 'aws s3 ls'],
  'cloud.aws-change': ['changes live AWS resources or access rights', 'aws cloudformation describe-stacks'],
  'cloud.gcloud-delete': ['deletes Google Cloud resources: {target}', 'gcloud projects list'],
  'cloud.gcloud-change': ['changes live Google Cloud services or access rights', 'gcloud run services list'],
  'cloud.az-delete': ['deletes Azure resources: {target}', 'az group list'],
  'cloud.az-change': ['changes live Azure services or access rights', 'az webapp list'],

  'database.sql-drop': ['drops tables, columns or whole databases', "psql -c 'SELECT count(*) FROM users'"],
  'database.sql-truncate': ['deletes every row of a table', "psql -c 'SELECT count(*) FROM users'"],
  'database.sql-delete': ['deletes or overwrites rows', "psql -c 'SELECT count(*) FROM users'"],
  'database.drop-tool': ['deletes a database or its data: {target}', 'pg_dump --schema-only app'],
  'database.mongo-drop': ['drops collections or the whole database', "mongosh --eval 'db.stats()'"],
  'database.redis-flush': ['empties the data store or changes how it keeps data', 'redis-cli dbsize'],
  'database.schema-reset': ['drops or rolls back the schema and its data', 'prisma migrate status'],
  'database.migrate': ['changes a database schema', 'prisma migrate status'],

  'deploy.deploy': ['deploys a new version to users', 'vercel build'],

  'disk.format': ['erases {target} and everything on it', 'lsblk'],
  'disk.partition': ['changes the partitions of {target}', 'lsblk'],
  'disk.volume': ['deletes the volume or snapshot {target} and its data', 'lvs'],
  'disk.device-change': ['changes a disk or a mount: {target}', 'lsblk'],

  'docker.remove': ['deletes containers, images or volumes and their contents: {target}', 'docker ps -a'],
  'docker.mount': ['lets a container change {target}, outside the project', 'docker ps'],
  'docker.stop-all': ["stops containers that can't be named in advance", 'docker ps'],
  'docker.escape': ['gives a container control over this machine', 'docker run --rm alpine true'],
  'docker.build-secret': ['stores a secret in an image', 'docker build .'],

  'filesystem.delete-vital': ["deletes {target} and everything below it; this can't be undone"],
  'filesystem.delete-tree': [
    "deletes {target} and everything below it; git isn't known to have a copy",
    'mv -n {target} /tmp/',
  ],
  'filesystem.delete-committed': ['deletes {target} from disk; git still has every file', 'git rm -r {target}'],
  'filesystem.delete-unknown': ["deletes {target}; what that is can't be known in advance", 'ls -la'],
  'filesystem.delete-precious-file': [
    'deletes {target}, which is not in git and which other things depend on',
    'ls -l {target}',
  ],
  'filesystem.delete-all-files': ['deletes every file that matches {target}', 'git clean --dry-run'],
  'filesystem.shred': ["overwrites {target} so that it can't be recovered", 'git rm --cached secret.txt'],
  'filesystem.truncate': ['truncates {target}; its content is lost', 'cp file.txt /tmp/file.txt'],
  'filesystem.truncate-committed': ['truncates {target}; git still has its content', 'git rm {target}'],
  'filesystem.empty-file': ['empties {target}', 'cp file.txt /tmp/file.txt'],
  'filesystem.move-away': [
    'moves files to where they are lost or out of where the system expects them: {target}',
    'git mv a.ts b.ts',
  ],
  'filesystem.sync-delete': [
    'deletes everything in {target} that is not in the source',
    'rsync -an --delete src/ dest/',
  ],
  'filesystem.archive-and-remove': ['deletes {target} after archiving it', 'tar -cf out.tar src'],
  'filesystem.copy-and-remove': ['deletes {target} after archiving or copying it', 'tar -cf out.tar src'],
  'filesystem.desktop-remove': ['deletes {target} without using the trash', 'gio list'],
  'filesystem.reach': ['names {target}, outside the project, in code that could change it', 'ls -la'],
  'filesystem.delete-unsaved': [
    'deletes {target}, which has content that is not in git',
    'git stash push -- dirty.txt',
  ],
  'filesystem.overwrite-unsaved': [
    'overwrites {target}, which has content that is not in git',
    'cp dirty.txt /tmp/dirty.txt',
  ],
  'filesystem.write-device': ['overwrites the device {target}; its data is lost', 'lsblk'],
  'filesystem.write-account': ['changes {target}, which controls who may do what on this machine', 'cat /etc/group'],
  'filesystem.write-history': ['overwrites {target}, where git keeps its history', 'git status'],
  'filesystem.write-vcs-control': [
    'changes {target}, which git runs or reads on the next command',
    'git config --list',
  ],
  'filesystem.write-system': ['changes {target}, an operating system file', 'cp /etc/hosts /tmp/hosts'],
  'filesystem.write-startup': ['changes {target}, which runs or controls access at every login', 'cat ~/.profile'],
  'filesystem.write-secret': ['overwrites {target}, which holds keys or credentials', 'ls -la ~/.ssh'],
  'filesystem.write-tooling': ['changes {target}, which lists programs that agents start', 'cat .mcp.json'],
  'filesystem.download-instructions': [
    'downloads text into a file that agents or the build take instructions from',
    'curl -sO https://example.com/rules.md',
  ],
  'filesystem.rm-rf': [
    'deletes {target} and everything below it; this policy blocks every `rm -rf`',
    'git clean --dry-run',
  ],
  'filesystem.lockfile': ['changes a lockfile by hand: {target}', 'npm ci'],

  'git.push-force': [
    'rewrites or deletes branches on the remote; commits there can be lost',
    'git push --dry-run origin HEAD',
  ],
  'git.push': ['pushes commits to the remote {target}, where others can fetch them', 'git push --dry-run'],
  'git.reset-hard': ['discards all uncommitted changes and moves the branch', 'git stash'],
  'git.reset-merge': ['can discard uncommitted changes', 'git stash'],
  'git.clean': ["deletes untracked files; this can't be undone", 'git clean -nd'],
  'git.discard': ['discards uncommitted changes in {target}', 'git stash'],
  'git.stash-drop': ['deletes stashed work', 'git stash list'],
  'git.branch-delete': [
    'deletes or moves the branch or tag {target}; commits only it points to become unreachable',
    'git branch --list',
  ],
  'git.branch-move': [
    'points a branch at another commit; commits only it pointed to become unreachable',
    'git fetch origin',
  ],
  'git.rewrite-history': ["rewrites the repository's history", 'git filter-repo --analyze'],
  'git.forget': ['deletes data that git could still recover', 'git gc'],
  'git.worktree-remove': ['deletes the worktree {target} and its uncommitted changes', 'git worktree list'],
  'git.transport': ['makes git run another program to reach the remote', 'git ls-remote'],
  'git.other-discard': ['discards uncommitted changes in {target}', 'hg status'],

  'infrastructure.destroy': ["destroys infrastructure or removes it from the tool's state", 'terraform plan'],
  'infrastructure.apply': ['changes live infrastructure', 'terraform plan'],

  'kubernetes.delete': ['deletes live resources from the cluster: {target}', 'kubectl get pods'],
  'kubernetes.change': ['changes what runs in the cluster: {target}', 'kubectl diff -f app.yaml'],

  'network.http-delete': ['sends a delete request to a service: {target}', 'curl -I https://example.com'],
  'network.http-change': ['changes something on a live service: {target}', 'curl -I https://example.com'],
  'network.upload': ['sends files or data to another machine: {target}', 'curl -I https://example.com'],
  'network.metadata': ["reads cloud credentials from this machine's metadata service", 'hostname'],
  'network.shell-over-network': ['opens a shell on this machine to the network', 'nc -z localhost 22'],
  'network.serve': ['lets others read {target}', 'python3 -m http.server -d dist'],
  'network.share-terminal': ['shares a terminal on this machine over the network', 'ngrok http 8080'],
  'network.dns-exfil': ['hides data in a DNS query', 'dig example.com'],
  'network.attack': ['attacks or probes other machines', 'ping -c 1 localhost'],
  'network.run-from-network': [
    'runs code directly from the network: {target}',
    'curl -fsSLO https://example.com/install.sh',
  ],

  'packages.publish': ["publishes a release; a published version can't be taken back", 'npm publish --dry-run'],
  'packages.unpublish': ['removes a published version that others use: {target}', 'npm view my-package'],
  'packages.untrusted-source': ['installs from an untrusted source: {target}', 'npm install lodash'],

  'permissions.recursive-vital': [
    'changes permissions on everything below {target}; the old ones are not recorded',
    'ls -ld /etc',
  ],
  'permissions.world-writable': ['lets every user of this machine change {target}', 'chmod u+rwx run.sh'],
  'permissions.lock-out': ['removes all permissions on {target}; the old ones are not recorded', 'ls -ld src'],
  'permissions.system-rights': ['changes who may use {target}', 'ls -l /etc/hosts'],
  'permissions.privilege-bit': ['lets anyone who runs {target} act as its owner', 'chmod 755 run.sh'],
  'permissions.root-shell': ["opens an interactive or root shell whose commands can't be checked", 'sudo -l'],

  'persistence.schedule': ['schedules commands to run later, unattended', 'crontab -l'],
  'persistence.hijack-environment': ["makes other programs load code that isn't theirs", 'env'],
  'persistence.git-hijack': ['makes git run or trust something else from now on', 'git config --list'],
  'persistence.tool-settings': ['makes a tool run or fetch something else from now on: {target}', 'npm config list'],
  'persistence.shell-hook': ['installs code that runs when another command is used', 'alias'],

  'platform.delete': ['deletes something on a hosted service, for everyone: {target}', 'vercel ls'],
  'platform.sdk-delete': ['deletes something on a hosted service from code: {target}', 'aws s3 ls'],
  'platform.change': ['changes a hosted service for everyone', 'heroku apps:info'],
  'platform.github-delete': ['deletes or hides something on the code host, for everyone: {target}', 'gh repo view'],
  'platform.github-publish': ['merges, releases or starts something for everyone: {target}', 'gh pr view'],
  'platform.mcp-change': ['asks another service to make a permanent change: {target}'],

  'process.kill-everything': ['kills every process it can, this session included', 'ps aux'],
  'process.kill-broad': ["kills every process named {target}, including other people's", 'pgrep -a node'],
  'process.inject': ['attaches to another process or breaks out of a container', 'ps aux'],

  'secrets.read-key': ['copies or prints keys or credentials from {target}', 'ls -la ~/.ssh'],
  'secrets.show-environment': ['prints the secrets in {target} into the transcript', 'cut -d= -f1 {target}'],
  'secrets.print-secret': ['prints secrets into the transcript: {target}', 'gh auth status'],
  'secrets.send-private': ['sends private files to another machine: {target}', 'ls -la'],

  'self.own-files': ['reaches into {target}, which belongs to Fairlead'],
  'self.approve': ['acts in place of a person: approving holds and changing Fairlead is up to them', 'fairlead status'],
  'self.stop-gate': ['stops Fairlead', 'fairlead status'],
  'self.stop-perhaps': ['ends, halts or looks into a process that may be Fairlead or its client', 'fairlead status'],
  'self.own-neighbourhood': ["may change or copy Fairlead's files through {target}", 'mktemp -d'],
  'self.free-agent': ["starts an agent that Fairlead can't see", 'claude --help'],
  'self.type-for-person': ['types into a terminal in place of a person', 'tmux list-sessions'],
  'self.nested-agent': ['starts another agent with its own permissions', 'claude --help'],

  'system.power': ['shuts down or restarts this machine', 'uptime'],
  'system.service-stop': ['stops a service that others on this machine may use: {target}', 'systemctl status docker'],
  'system.firewall': ['disables a protection of this machine', 'iptables -L'],
  'system.network-config': ["changes this machine's network settings", 'ip addr'],
  'system.accounts': ['changes user accounts or their rights', 'id'],
  'system.kernel': ['changes the running kernel or how the machine boots', 'sysctl -a'],
  'system.cover-tracks': ['deletes logs or scheduled jobs of this machine', 'crontab -l'],
  'system.exhaust': ["uses up this machine's disk, memory or processes", 'df -h'],
  'system.unknown-code': ["runs code that can't be read in advance: {target}", 'bash -n script.sh'],
  'system.code-from-input': ['runs whatever arrives on standard input as code', 'bash -n script.sh'],
  'system.hidden-order': ['contains characters that change the order in which people read it', 'ls -la'],
  'system.unsealed': ['runs outside the seal, where it may do all that you may'],
  'system.unknown-command': ['runs an unknown command with destructive arguments: {target}', 'type -a rm'],
  'system.too-much': ['is too long or too deeply nested to check', 'bash -n script.sh'],
  'system.grave-script': [
    "runs {target}, written in this session, which would do damage that can't be undone",
    'bash -n script.sh',
  ],
  'system.risky-script': [
    'runs {target}, written in this session, which contains commands that need approval',
    'bash -n script.sh',
  ],
  'system.unread-script': ['runs {target}, written in this session, which is too long to check', 'bash -n script.sh'],
  'system.unknown-executor': ['passes a destructive command to a program that may run it: {target}', 'ls -la'],
} as const satisfies Readonly<Record<string, readonly [reason: string, safer?: string]>>

export type RiskId = keyof typeof RISKS

/** A deed that no rule minds by itself, but that reaches what was held a moment ago. */
export const sameEnd = (target: string): string => `does another way what was just held: \`${target}\` would be gone`
