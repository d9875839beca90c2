import { wildcard } from '../text/wildcard.ts'
import { wordSet } from '../text/word-table.ts'

/** Folder names that tools build again, whatever the project. */
const REGENERABLE_NAMES = wordSet(`
  node_modules bower_components jspm_packages dist build out target .next .nuxt .output .svelte-kit .astro .vercel
  .netlify .turbo .cache .parcel-cache .vite .angular .nx .docusaurus .expo .gradle .eggs eggs __pycache__
  .pytest_cache .mypy_cache .ruff_cache .tox .nox .hypothesis htmlcov coverage .coverage .nyc_output .venv venv
  .ipynb_checkpoints .terraform .serverless .aws-sam cdk.out .dart_tool .pub-cache .stack-work dist-newstyle
  elm-stuff _build .elixir_ls .bloop .metals .sass-cache .jekyll-cache _site storybook-static playwright-report
  test-results .swc .rollup.cache .eslintcache .stylelintcache .tsbuildinfo DerivedData Pods .build cmake-build-debug
  cmake-build-release bazel-bin bazel-out bazel-testlogs site-packages wheelhouse tmp temp .tmp .temp logs .wrangler
  .pnpm-store .yarn-cache .bun .deno .phpunit.cache .phpunit.result.cache .rspec_status bin-debug obj .vs
`)

/** Files that tools write again. */
const REGENERABLE_FILES = wildcard(
  '*.pyc|*.pyo|*.o|*.obj|*.class|*.log|*.tmp|*.temp|*.swp|*.swo|*~|*.orig|*.rej|*.tsbuildinfo|*.egg-info|.DS_Store' +
    '|Thumbs.db|*.cache|*.pid|*.lock.tmp|*.coverage|coverage.*|*.prof|*.out|*.test|nohup.out|*.dSYM|npm-debug.log*' +
    '|*.whl|*.map|*.d.ts.map|.eslintcache|*.snap.new|*.part|*.lcov|lcov.info|*.gcda|*.gcno',
)

export const isRegenerableName = (name: string): boolean =>
  REGENERABLE_NAMES.has(name) || REGENERABLE_FILES(name) || isLockfile(name)

/** What package managers write from the list of wanted packages. */
export const LOCKFILE_NAMES =
  'package-lock.json|npm-shrinkwrap.json|yarn.lock|pnpm-lock.yaml|bun.lock|bun.lockb|deno.lock|Cargo.lock|poetry.lock|uv.lock' +
  '|pdm.lock|Pipfile.lock|pixi.lock|Gemfile.lock|composer.lock|go.sum|mix.lock|pubspec.lock|Podfile.lock|flake.lock' +
  '|packages.lock.json|gradle.lockfile'

export const isLockfile = wildcard(LOCKFILE_NAMES)

const HAND_WRITTEN =
  /\.(?:[cm]?[jt]sx?|py|pyi|ipynb|go|rs|rb|java|kts?|scala|c|cc|cpp|cxx|h|hh|hpp|cs|fs|swift|mm?|php|p[lm]|lua|r|jl|exs?|erl|clj[cs]?|hs|ml|dart|vue|svelte|astro|s?css|sass|less|html?|(?:ba|z|fi)?sh|ps1|sql|proto|graphql|tf|mdx?|rst|tex|org|adoc|docx?|xlsx?|pptx?|od[tsp]|pages|numbers|key(?:note)?|psd|ai|sketch|fig|blend|kdbx?)$/i

/** A name that people give to what they write themselves, where programs leave logs, tables and pictures. */
export const isHandWritten = (name: string): boolean => HAND_WRITTEN.test(name)

/** What people write outside of repositories; code is mostly in one, be it another. */
export const isDocumentName = (name: string): boolean =>
  /\.(?:docx?|xlsx?|pptx?|od[tsp]|pages|numbers|key(?:note)?|tex|ipynb|psd|ai|sketch|fig|blend|kdbx?)$/i.test(name)

/** Ignored by git, and still nobody can build it again. */
export const isPreciousIgnored = wildcard(
  '.env|.env.*|*.env|*.sqlite|*.sqlite3|*.db|data|datasets|uploads|backup|backups|dumps|secrets|certs|keys|.vscode|.idea' +
    '|*.sql|*.dump|*.key|*.pem|credentials*|storage|media|notes*|*.ipynb|*.csv|*.parquet|models|checkpoints',
)

/** Folders of the operating system; deeper paths belong to it as well. */
const SYSTEM_TREES = wordSet(`
  /etc /usr /bin /sbin /lib /lib32 /lib64 /libx32 /boot /sys /proc /var /run /dev /root /opt /System /Library
  /Applications /private /cores /snap /lost+found /nix /gnu
`)

/** Folders that hold other people's trees: precious as a whole, ordinary one level down. */
const SYSTEM_FOLDERS = wordSet('/home /Users /mnt /media /srv /Volumes /data /workspace /workspaces')

export function isSystemPath(path: string): boolean {
  if (SYSTEM_FOLDERS.has(path)) return true
  const second = path.indexOf('/', 1)
  return (
    SYSTEM_TREES.has(second < 0 ? path : path.slice(0, second)) ||
    /^\/?[A-Za-z]:[\\/]?(windows|program files|users|$)/i.test(path)
  )
}

/** `/home/x`, `/Users/x`, `/root`: somebody's home as a whole. */
export const isSomeHome = (path: string): boolean =>
  /^\/(home|Users)\/[^/]+$/.test(path) || path === '/root' || path === '/var/root'

export const isTempTree = (path: string): boolean =>
  /^(\/private)?\/(tmp|var\/tmp|dev\/shm)(\/|$)/.test(path) ||
  /^(\/private)?\/var\/folders\/[^/]+\/[^/]+\/[TC](\/|$)/.test(path)

export const isTempRoot = (path: string): boolean =>
  /^(\/private)?\/(tmp|var\/tmp|dev\/shm)$/.test(path) ||
  /^(\/private)?\/var\/folders(\/[^/]+(\/[^/]+(\/[TC])?)?)?$/.test(path)

/** Standard streams and sinks: writing there loses nothing. */
export const isSink = (path: string): boolean =>
  /^\/dev\/(null|zero|full|stdin|stdout|stderr|tty\d*|ptmx|random|urandom|fd(\/\d*)?|console|pts\/\d+)$/.test(path) ||
  /^\/proc\/self\/fd\/\d+$/.test(path)

export const isDevice = (path: string): boolean =>
  path.startsWith('/dev/') && !isSink(path) && !path.startsWith('/dev/shm/') && !/^\/dev\/(tcp|udp)\//.test(path)

/** Files that say who may do what on this machine. */
export const isAccountFile = (path: string): boolean =>
  /^(\/private)?\/etc\/(passwd|shadow|gshadow|group|sudoers|sudoers\.d(\/.*)?|pam\.d(\/.*)?|security(\/.*)?|ld\.so\.preload|fstab|crypttab|nsswitch\.conf)-?$/.test(
    path,
  ) || /^\/proc\/(sysrq-trigger|sys\/kernel\/(core_pattern|modprobe))$/.test(path)

const STARTUP = wildcard(
  '.bashrc|.bash_profile|.bash_login|.bash_logout|.bash_aliases|.profile|.zshrc|.zshenv|.zprofile|.zlogin|.zlogout|.kshrc' +
    '|.cshrc|.tcshrc|.login|.inputrc|.xinitrc|.xprofile|.xsession|.pam_environment|.ssh/authorized_keys|.ssh/config|.ssh/rc' +
    '|.ssh/environment|.config/fish/config.fish|.config/autostart/*|.config/systemd/user/*|Library/LaunchAgents/*|.gitconfig' +
    '|.config/git/config|.npmrc|.yarnrc|.yarnrc.yml|.pip/pip.conf|.config/pip/pip.conf|.pypirc|.netrc|.curlrc|.wgetrc|.forward' +
    '|.vimrc|.config/nvim/init.*|.emacs|.condarc|.m2/settings.xml|.cargo/config*|.config/environment.d/*|.local/bin/*' +
    '|.bash_history|.zsh_history|.config/windsurf/*|.codeium/*mcp*|.cursor/mcp.json|.config/*/mcp*.json|.aws/config|.kube/config|bin/*|.local/share/applications/*|.local/share/*completion*|.local/share/systemd/*|.local/share/nautilus/*',
)

/** `~/.irbrc`, `~/.mongorc.js`, `~/.Rprofile`, `~/.gdbinit`, `~/.tmux.conf`: what a program reads, and mostly runs, when it starts. */
const STARTUP_NAME = /^\.[\w-]{0,40}(?:rc|rc\.\w{1,5}|profile|_login|_logout|init|env|\.conf)$/i
/** Folders whose files are run or loaded by a program of the person. */
const STARTUP_FOLDER =
  /^(?:bin|\.bin|\.vim|\.emacs\.d|\.config\/(?:nvim|fish|tmux|git|autostart|systemd|environment\.d|emacs)|\.oh-my-zsh|\.bashrc\.d|\.zshrc\.d|\.docker\/cli-plugins|\.kube\/plugins|\.krew\/bin|\.gradle\/init\.d|\.ipython\/profile_\w+\/startup|\.jupyter|\.local\/share\/(?:applications|systemd)|\.git-templates?|\.githooks|\.npm-global\/bin|\.cargo\/bin|go\/bin)\/./

/** `relative` is the path below a home folder. */
export const isStartupFile = (relative: string): boolean =>
  STARTUP(relative) || STARTUP_NAME.test(relative) || STARTUP_FOLDER.test(relative)

const INSTRUCTIONS = wildcard(
  'CLAUDE.md|CLAUDE.local.md|AGENTS.md|GEMINI.md|.cursorrules|.windsurfrules|.clinerules|copilot-instructions.md|.mcp.json' +
    '|mcp.json|.aider.conf.yml|.roomodes|memory.md|MEMORY.md',
)

export const isInstructionFile = (name: string, path: string): boolean =>
  INSTRUCTIONS(name) ||
  /\/(\.cursor\/(rules|mcp)|\.claude\/(commands|agents|skills|hooks)|\.github\/workflows|\.devcontainer)(\/|\.)/.test(
    path,
  )

const SECRET_NAMES = wildcard(
  'id_rsa|id_dsa|id_ecdsa|id_ecdsa_sk|id_ed25519|id_ed25519_sk|*.p12|*.pfx|*.jks|*.keystore|*.kdbx|*.ppk|*.keytab|?*.key' +
    '|.netrc|_netrc|.pgpass|.my.cnf|.git-credentials|.vault-token|.pypirc|.dockercfg|.htpasswd|.s3cfg|.boto|key3.db|key4.db' +
    '|logins.json|Login Data|.terraformrc|credentials.tfrc.json|application_default_credentials.json|*_rsa|*_ed25519|*private*.pem' +
    '|*key*.pem|privkey*.pem|*-key.pem',
)

const SECRET_PATHS =
  /(^|\/)(\.ssh\/(id_|.*_rsa$|.*_ed25519$|[^/]*\.pem$)|\.gnupg(\/|$)|\.aws(\/credentials|\/sso(\/|$)|\/cli\/cache|$)|\.azure(\/|$)|\.kube(\/(config|cache)|$)|\.docker(\/config\.json|$)|\.config\/(gcloud(\/|$)|gh\/hosts\.yml|glab-cli\/|rclone\/|containers\/auth\.json|pypoetry\/auth\.toml|op\/|hub|doctl\/|wandb\/settings|keepassxc\/)|\.cargo\/credentials|\.gem\/credentials|\.m2\/settings\.xml|\.terraform\.d\/credentials|\.password-store(\/|$)|\.local\/share\/keyrings|\.mozilla\/firefox|\.config\/(google-chrome|chromium|BraveSoftware)\/.*(Cookies|Login Data)|Library\/Keychains|\.huggingface\/token|\.cache\/huggingface\/token|\.composer\/auth\.json|\.netlify\/config\.json|\.fly\/config\.yml|\.pulumi\/credentials\.json|\.ssh$|\.ssh\/\*|\.ssh\/$)/

const SECRET_SYSTEM =
  /^\/(private\/)?(etc\/(shadow|gshadow|krb5\.keytab|ipsec\.secrets|wireguard(\/|$)|ssh\/ssh_host_[a-z0-9]+_key|sudoers|ssl\/private(\/|$)|openvpn\/.*\.(key|ovpn)|security\/opasswd|NetworkManager\/system-connections)|var\/run\/secrets(\/|$)|run\/secrets(\/|$)|proc\/(\d+|self|\*)\/(mem|environ|root(\/|$))|proc\/kcore|dev\/k?mem)/

/** Private keys and credentials: who reads them can act as their owner. */
export function isSecretPath(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (name.endsWith('.pub') || /example|sample|template|\.md$/i.test(name)) return false
  if (SECRET_SYSTEM.test(path) || SECRET_PATHS.test(path)) return true
  if (/(^|\/)(Users|home)\/[^/]+\/\.npmrc$|^\/root\/\.npmrc$/.test(path)) return true
  return SECRET_NAMES(name)
}

/** Usually private, often harmless: silent to read, held when sent to another machine. */
export function isPrivatePath(path: string): boolean {
  if (isSecretPath(path)) return true
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (/example|sample|template|\.dist$|\.md$/i.test(name)) return false
  if (
    /^(\.env([.?*].*)?|.*\.env|\.envrc|secrets?\.(ya?ml|json|toml|txt|env)|credentials?(\..*)?|.*\.pem|passwords?\..*|service-?account.*\.json|.*\.tfstate|.*_history)$/.test(
      name,
    )
  )
    return true
  if (/^\/(private\/)?etc\/(passwd|group|hosts|hostname)$/.test(path)) return true
  return /(^|\/)(certs?|keys|secrets|credentials|private|\.ssh|\.aws|\.gnupg|\.kube)(\/|$)/.test(path)
}
