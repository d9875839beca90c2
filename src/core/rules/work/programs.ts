import type { WorkKind } from '../../model/tool.ts'
import type { WordTable } from '../text/word-table.ts'
import { ANY, type Rows, type WorkEntry } from './row.ts'
import { TOOLCHAINS } from './toolchains.ts'

const PACKAGES: Rows = () => [
  [/^(?:workspace \S+ )?(?:publish|unpublish|version|dist-tag|deploy|release)\b/, 'ship'],
  [
    /^(?:workspace \S+ )?(?:i|install|ci|add|remove|rm|uninstall|update|up|upgrade|link|init|create|dedupe|import)\b/,
    'edit',
  ],
  [/^(?:ls|list|view|info|show|why|outdated|search|help|root|prefix|bin|config|whoami|ping|pkg|explain)\b/, 'explore'],
  [/^(?:t|tst|test|audit|build|check|lint|start|dev|exec|x|dlx|bench|fmt|format|fix)\b/, 'script'],
  [/^run(?:-script)? /, 'script'],
  // Without a word they install.
  [/^ \|/, 'edit'],
  [ANY, 'script'],
]
const TASKS: Rows = () => [
  [/^(?:graph|show|report)\b|\| .*(?:--list|--dry-run|--help|--tasks|--summary|-n\b|-T\b)/, 'explore'],
  [ANY, 'script'],
]
const LINTERS: Rows = () => [
  [/^format \| .*--check|\| .*--(?:check|diff)/, 'verify'],
  [/^(?:fix|format)\b|\| .*--(?:fix|write|apply|in-place)/, 'edit'],
  [ANY, 'verify'],
]
const FORMATTERS: Rows = () => [
  [/\| .*(?:--check|--diff|--list-different|--dry-run|--lint|-c\b|-l\b|-d\b)/, 'verify'],
  [ANY, 'edit'],
]
const PACKAGE_INSTALLERS: Rows = () => [
  [
    /^(?:pip |env |cache )?(?:list|show|freeze|search|info|check|config|index|outdated|deps|leaves|tree|view)\b/,
    'explore',
  ],
  [/^(?:upload|publish|push)\b/, 'ship'],
  [/^(?:test|lint|build|bench|audit|validate)\b/, 'verify'],
  [/^(?:run|run-script|exec|x)\b/, 'script'],
  [/^(?:activate|deactivate|shell|services)\b/, 'other'],
  [ANY, 'edit'],
]
const SYSTEM_PACKAGES: Rows = () => [
  [/\| .*(?:-i\b|-U\b|-e\b|-r\b|--install|--upgrade|--remove|--erase)/, 'edit'],
  [ANY, 'explore'],
]
/** Interpreters that are also filters and editors: `perl -ne`, `perl -pi -e`. */
const LINE_EDITORS: Rows = () => [
  [/\| (?:.* )?-[a-z0-9]{0,9}i/, 'edit'],
  [/\| (?:.* )?-[a-z0-9]{0,9}[np]/, 'explore'],
  [ANY, 'verify'],
]
const ARCHIVES: Rows = () => [
  [/^[a-z]{0,9}t[a-z]{0,9} |\| (?:.* )?(?:-[a-z]{0,9}[tl]|--list|-Z|-p\b)/, 'explore'],
  [ANY, 'edit'],
]
/** Editors of agents that are called like programs: `str_replace_editor view /x`. */
const AGENT_EDITORS: Rows = () => [
  [/^view\b/, 'explore'],
  [ANY, 'edit'],
]
const CLUSTERS: Rows = () => [
  [
    /^(?:apply|create|delete|rollout|scale|set|patch|replace|upgrade|install|uninstall|rollback|push|deploy|up$)/,
    'ship',
  ],
  [/^(?:template|lint|diff|test)\b/, 'verify'],
  [ANY, 'explore'],
]
const CONTAINERS: Rows = () => [
  [/^(?:push|login|tag|stack deploy|image push)\b/, 'ship'],
  [
    /^(?:ps|images|logs|inspect|version|info|stats|top|port|history|search|diff|image ls|compose (?:ps|logs|config))\b/,
    'explore',
  ],
  [/^(?:rm|rmi|prune|system|volume|network|stop|kill)\b/, 'other'],
  [ANY, 'verify'],
]
const INFRASTRUCTURE: Rows = () => [
  [/^(?:apply|destroy|import|up|deploy|publish|release)\b/, 'ship'],
  [/^(?:plan|validate|test|preview|synth|build|dev|serve|emulators|local|invoke)\b/, 'verify'],
  [/^(?:fmt|init)\b/, 'edit'],
  [ANY, 'explore'],
]
const CLOUDS: Rows = () => [
  [
    /(?:^| )(?:deploy|publish|release|create\S*|update\S*|delete\S*|put\S*|sync|cp|copy|mv|rm|submit|promote)\b/,
    'ship',
  ],
  [ANY, 'explore'],
]

/** What the programs of everyday work are for. Programs that are in no row are asked for what they run. */
export const PROGRAMS: WordTable<WorkEntry> = [
  [
    'ls cat bat head tail less more nl tac od xxd hexdump strings wc file stat tree exa eza du df find fd locate',
    'explore',
  ],
  ['grep egrep fgrep rg ag ack zgrep jq gron xq cut sort uniq tr comm diff cmp column fold paste rev', 'explore'],
  [
    'which whereis type whoami id hostname uname date pwd env printenv ps pgrep top lsof netstat ss free uptime',
    'explore',
  ],
  [
    'man info help tldr basename dirname realpath readlink md5sum sha1sum sha256sum cksum history locale nproc',
    'explore',
  ],
  ['gc gci sls gcm gp ft fl select measure tasklist md command hash seq join split findmnt lsattr last', 'explore'],
  [
    'zcat bzcat xzcat zless batcat rga fdfind ripgrep dir vdir findstr where shasum sha512sum b2sum md5 base64 iconv',
    'explore',
  ],
  [
    'expand mlr xsv csvlook htmlq pup ldd nm objdump readelf otool size lsblk lscpu vmstat iostat htop pstree journalctl',
    'explore',
  ],
  ['dmesg who groups getent getconf arch sw_vers ifconfig ip whois apt-cache pydoc json.tool ffprobe', 'explore'],
  // Viewers of agents.
  ['open xdg-open goto scroll_up scroll_down search_dir search_file find_file filemap', 'explore'],
  ['ast-grep sg ctags tokei cloc scc git-log gitk tig delta glow fzf dig host nslookup ping', 'explore'],
  // To make room or to tidy up is not yet to change anything.
  ['mkdir touch chmod chown ln mktemp new-item ni', 'explore'],
  [
    'cp mv tee patch apply_patch install rsync truncate dd gunzip gzip xz zip copy xcopy robocopy move ren rename',
    'edit',
  ],
  ['cpi mi rni ed ex sponge dos2unix unix2dos 2to3 pyupgrade autoflake docformatter', 'edit'],
  [
    'rector jscodeshift comby protoc sqlc mockgen stringer openapi-generator virtualenv venv ensurepip edit create insert',
    'edit',
  ],
  ['tar unzip', ARCHIVES],
  ['str_replace_editor str_replace_based_edit_tool text_editor', AGENT_EDITORS],
  [
    'cd pushd popd export set unset source . true false : sleep wait echo printf read test [ [[ trap exit return',
    'other',
  ],
  [
    'local declare readonly shift eval exec kill pkill killall clear reset jobs fg bg ulimit umask alias break',
    'other',
  ],
  ['tmux screen code vim vi nano emacs git-credential ssh-add ssh-keygen', 'other'],
  ['claude codex gemini opencode aider goose amp cursor-agent', 'delegate'],
  ['bd br beads todo task-master submit', 'plan'],
  [
    'pytest py.test tox nox nose2 vitest jest mocha ava tap jasmine karma rspec phpunit pest ctest gotestsum bats',
    'verify',
  ],
  ['busted minitest playwright cypress cargo-nextest tsc tsgo mypy pyright pylint flake8 pycodestyle golint', 'verify'],
  ['staticcheck errcheck govulncheck shellcheck hadolint actionlint yamllint stylelint knip publint', 'verify'],
  [
    'clang-tidy cppcheck gcc g++ clang clang++ cc javac rustc ld gdb lldb valgrind strace perf hyperfine ab k6',
    'verify',
  ],
  [
    'semgrep bandit trivy snyk gitleaks sonar-scanner codeql vale size-limit lighthouse depcheck madge coverage',
    'verify',
  ],
  [
    'nosetests green ward trial behave robot pabot locust stestr tape uvu qunit wdio nightwatch testcafe protractor',
    'verify',
  ],
  [
    'cucumber cucumber-js newman artillery c8 nyc tsd attw vue-tsc svelte-check phpstan psalm phpcs phpmd codecept behat',
    'verify',
  ],
  [
    'infection checkstyle pmd spotbugs luacheck prove ginkgo richgo gotest gcov lcov gcovr shellspec sqlfluff hlint credo',
    'verify',
  ],
  [
    'dialyzer lint-staged lefthook act earthly esbuild swc babel tsup nodemon wrk vegeta dlv rdbg xcrun invoke-pester',
    'verify',
  ],
  [
    'uvicorn gunicorn hypercorn daphne flask streamlit jupyter papermill scala scalac kotlin kotlinc groovy elixir elixirc',
    'verify',
  ],
  ['iex erl erlc ghc ghci runghc runhaskell ocaml ocamlfind swiftc clj clojure bb r octave', 'verify'],
  [
    'golangci-lint eslint ruff biome oxlint rubocop standardrb clippy ktlint detekt swiftlint htmlhint markdownlint markdownlint-cli2',
    LINTERS,
  ],
  [
    'gofmt goimports gofumpt prettier black isort autopep8 yapf rustfmt clang-format shfmt stylua dprint scalafmt ktfmt',
    FORMATTERS,
  ],
  [
    'php-cs-fixer pint csharpier ormolu fourmolu ocamlformat cljfmt swiftformat swift-format google-java-format buildifier',
    FORMATTERS,
  ],
  ['nixfmt alejandra mdformat taplo cmake-format pg_format', FORMATTERS],
  ['npm pnpm yarn bun', PACKAGES],
  ['make gmake just task rake gulp grunt turbo nx lerna mage invoke inv poe doit tilt moon wireit', TASKS],
  [
    'pip pip3 pipx uv poetry pdm hatch rye pipenv pixi conda mamba micromamba brew apt apt-get dnf yum apk zypper snap',
    PACKAGE_INSTALLERS,
  ],
  [
    'gem bundle bundler composer nuget cpan cpanm luarocks opam pod vcpkg conan choco scoop winget corepack port',
    PACKAGE_INSTALLERS,
  ],
  ['dpkg rpm pacman', SYSTEM_PACKAGES],
  ['python python3 python2 pypy py ipython ts-node tsx php lua java julia rscript bash sh zsh ksh fish pwsh', 'verify'],
  ['perl ruby', LINE_EDITORS],
  ['node', () => [[ANY, 'verify']]],
  ['kubectl oc helm k9s argocd flux kustomize', CLUSTERS],
  ['docker podman nerdctl docker-compose', CONTAINERS],
  [
    'terraform tofu pulumi cdk sst serverless wrangler vercel netlify fly flyctl heroku firebase railway supabase sam sls terragrunt kamal',
    INFRASTRUCTURE,
  ],
  ['aws gcloud az gsutil s3cmd rclone doctl', CLOUDS],
  // What sends something is none of the kinds, as far as anybody can tell.
  [
    'curl',
    () => [
      [/localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\]/, 'verify'],
      [/^(?!.*\| .*(?:-X|--request|-d|--data\S*|-F|--form)\b)/, 'explore'],
    ],
  ],
  ['wget http https xh httpie', 'explore'],
  [
    'yq',
    () => [
      [/\| .*(?:-i|--in-?place)/, 'edit'],
      [ANY, 'explore'],
    ],
  ],
  [
    'sed gsed',
    () => [
      [/\| .*(?:-i|--in-place)/, 'edit'],
      [ANY, 'explore'],
    ],
  ],
  ['awk gawk mawk', 'explore'],
  ...TOOLCHAINS,
  [
    'git',
    () => [
      [
        /^(?:stash|worktree|submodule|lfs|notes|bisect|remote|tag) (?:list|show|status|log|ls-files)\b|^config\b.*--(?:get|list)/,
        'explore',
      ],
      // Files, and no branch: what was changed there is taken back.
      [/^checkout\b.*--(?:ours|theirs|patch)|^checkout (?:\S+ )?(?:\.|\S*\.[a-z]\w{0,4}) /, 'edit'],
      [/^(?:add|stage|commit|push|merge|rebase|cherry-pick|revert|am|format-patch|send-email|notes|mv|rm)\b/, 'ship'],
      [/^tag \S/, 'ship'],
      [/^(?:checkout|switch|fetch|pull|clone|stash|worktree|submodule|init|config|bisect|clean|gc|lfs)\b/, 'other'],
      [/^(?:restore|reset|apply)\b/, 'edit'],
      [ANY, 'explore'],
    ],
  ],
  [
    'gh glab hub',
    () => [
      [
        /^(?:pr|mr|issue|release|gist|repo|label|discussion|workflow|secret|variable) (?:create|merge|edit|comment|note|ready|review|close|reopen|upload|delete|run|enable|fork|set|lock|update\S*)\b/,
        'ship',
      ],
      [/^api\b.*\| .*(?:-X|--method|-f|-F|--field|--raw-field|--input)\b/, 'ship'],
      [/^(?:pr|mr) checkout\b/, 'other'],
      [ANY, 'explore'],
    ],
  ],
  [
    'fastlane ansible-playbook ansible',
    () => [
      [/^(?:test|tests|scan|lint)\b|\| .*--(?:check|syntax-check|list\S*)/, 'verify'],
      [ANY, 'ship'],
    ],
  ],
  [
    'twine goreleaser semantic-release changeset lerna-publish scp sftp ssh',
    () => [
      [/^(?:status|check)\b/, 'explore'],
      [ANY, 'ship'],
    ],
  ],
  ['psql mysql sqlite3 mongosh redis-cli duckdb', 'explore'],
]

/** What a task is for, by its name: `npm run lint:fix`, `make release`, `mise run test:ci`. */
export const TASK_NAMES = (): readonly (readonly [RegExp, WorkKind])[] => [
  [/(?:^|[:._-])(?:publish|release|deploy|ship|push|upload)(?![a-z])/i, 'ship'],
  [
    /(?:^|[:._-])(?:fix|fmt|format|generate|gen|codegen|migrate|migration|install|setup|bootstrap|deps|update|scaffold)(?![a-z])/i,
    'edit',
  ],
  [/(?:^|[:._-])(?:clean|list|help)(?![a-z])/i, 'other'],
]
