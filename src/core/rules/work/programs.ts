import type { WorkKind } from '../../model/work.ts'

/**
 * The first row that matches says the kind; `SCRIPT` looks at the name of a task instead. The text matched is the first three
 * operands, a bar, and the names of the options: `pr create | --title --body`.
 */
export type Row = readonly [when: RegExp, kind: WorkKind | 'script']
type Entry = WorkKind | readonly Row[]

const ANY = /^/

const PACKAGES: readonly Row[] = [
  [/^(?:publish|unpublish|version|dist-tag|deploy|release)\b/, 'ship'],
  [/^(?:i|install|ci|add|remove|rm|uninstall|update|up|upgrade|link|init|create|dedupe|import)\b/, 'edit'],
  [/^(?:ls|list|view|info|show|why|outdated|search|help|root|prefix|bin|config|whoami|ping|pkg|explain)\b/, 'explore'],
  [/^(?:t|tst|test|audit|build|check|lint|start|dev|exec|x|dlx|bench|fmt|format|fix)\b/, 'script'],
  [/^run(?:-script)? /, 'script'],
  [/^\S/, 'script'],
  [ANY, 'edit'],
]
const TASKS: readonly Row[] = [
  [/\| .*(?:--list|--dry-run|--help|-n\b)/, 'explore'],
  [ANY, 'script'],
]
const LINTERS: readonly Row[] = [
  [/^format \| .*--check|\| .*--(?:check|diff)/, 'verify'],
  [/^(?:fix|format)\b|\| .*--(?:fix|write|apply|in-place)/, 'edit'],
  [ANY, 'verify'],
]
const FORMATTERS: readonly Row[] = [
  [/\| .*(?:--check|--diff|--list-different|-c\b|-l\b|-d\b)/, 'verify'],
  [ANY, 'edit'],
]
const SHELL_SCRIPTS: readonly Row[] = [[ANY, 'verify']]
const PACKAGE_INSTALLERS: readonly Row[] = [
  [/^(?:list|show|freeze|search|info|check|config|index|outdated|deps|leaves)\b/, 'explore'],
  [/^(?:upload|publish)\b/, 'ship'],
  [/^(?:test|lint|build|bench|audit)\b/, 'verify'],
  [ANY, 'edit'],
]
const CLUSTERS: readonly Row[] = [
  [
    /^(?:apply|create|delete|rollout|scale|set|patch|replace|upgrade|install|uninstall|rollback|push|deploy|up$)/,
    'ship',
  ],
  [/^(?:template|lint|diff|test)\b/, 'verify'],
  [ANY, 'explore'],
]
const CONTAINERS: readonly Row[] = [
  [/^(?:push|login|tag|stack deploy|image push)\b/, 'ship'],
  [
    /^(?:ps|images|logs|inspect|version|info|stats|top|port|history|search|diff|image ls|compose (?:ps|logs|config))\b/,
    'explore',
  ],
  [/^(?:rm|rmi|prune|system|volume|network|stop|kill)\b/, 'other'],
  [ANY, 'verify'],
]
const INFRASTRUCTURE: readonly Row[] = [
  [/^(?:apply|destroy|import|up|deploy|publish|release)\b/, 'ship'],
  [/^(?:plan|validate|test|preview|synth|build|dev)\b/, 'verify'],
  [/^(?:fmt|init)\b/, 'edit'],
  [ANY, 'explore'],
]
const CLOUDS: readonly Row[] = [
  [/(?:^| )(?:deploy|publish|release|create\S*|update\S*|delete\S*|put\S*|sync|cp|mv|rm|submit|promote)\b/, 'ship'],
  [ANY, 'explore'],
]

const all = (names: string, entry: Entry): readonly (readonly [string, Entry])[] =>
  names.split(' ').map((name) => [name, entry])

/** What the programs of everyday work are for. Programs that are in no row are asked for what they run. */
export const PROGRAMS: ReadonlyMap<string, Entry> = new Map<string, Entry>([
  ...all(
    'ls cat bat head tail less more nl tac od xxd hexdump strings wc file stat tree exa eza du df find fd locate',
    'explore',
  ),
  ...all(
    'grep egrep fgrep rg ag ack zgrep jq yq gron xq cut sort uniq tr comm diff cmp column fold paste rev',
    'explore',
  ),
  ...all(
    'which whereis type whoami id hostname uname date pwd env printenv ps pgrep top lsof netstat ss free uptime',
    'explore',
  ),
  ...all(
    'man info help tldr basename dirname realpath readlink md5sum sha1sum sha256sum cksum history locale nproc',
    'explore',
  ),
  ...all(
    'get-content get-childitem select-string get-item get-location get-command test-path get-process gc gci sls',
    'explore',
  ),
  ...all('ast-grep sg ctags tokei cloc scc git-log gitk tig delta glow fzf dig host nslookup ping', 'explore'),
  // To make room or to tidy up is not yet to change anything.
  ...all('mkdir touch chmod chown ln mktemp new-item', 'explore'),
  ...all(
    'cp mv tee patch apply_patch install rsync truncate dd unzip tar gunzip gzip set-content add-content out-file',
    'edit',
  ),
  ...all(
    'cd pushd popd export set unset source . true false : sleep wait echo printf read test [ [[ trap exit return',
    'other',
  ),
  ...all(
    'local declare readonly shift eval exec kill pkill killall clear reset jobs fg bg ulimit umask alias break',
    'other',
  ),
  ...all(
    'tmux screen open xdg-open code vim vi nano emacs git-credential ssh-add ssh-keygen write-host write-output',
    'other',
  ),
  ...all('claude codex gemini opencode aider goose amp cursor-agent', 'delegate'),
  ...all('bd br beads todo task-master', 'plan'),
  ...all(
    'pytest py.test tox nox nose2 vitest jest mocha ava tap jasmine karma rspec phpunit pest ctest gotestsum bats',
    'verify',
  ),
  ...all(
    'busted minitest playwright cypress cargo-nextest tsc tsgo mypy pyright pylint flake8 pycodestyle golint',
    'verify',
  ),
  ...all(
    'staticcheck errcheck govulncheck shellcheck hadolint actionlint yamllint markdownlint stylelint knip publint',
    'verify',
  ),
  ...all(
    'clang-tidy cppcheck gcc g++ clang clang++ cc javac rustc ld gdb lldb valgrind strace perf hyperfine ab k6',
    'verify',
  ),
  ...all(
    'semgrep bandit trivy snyk gitleaks sonar-scanner codeql vale size-limit lighthouse depcheck madge coverage',
    'verify',
  ),
  ...all('golangci-lint eslint ruff biome oxlint rubocop standardrb clippy ktlint detekt swiftlint htmlhint', LINTERS),
  ...all(
    'gofmt goimports gofumpt prettier black isort autopep8 yapf rustfmt clang-format shfmt stylua dprint',
    FORMATTERS,
  ),
  ...all('npm pnpm yarn bun', PACKAGES),
  ...all('make gmake just task rake gulp grunt turbo nx lerna mage invoke poe hatch pdm tilt moon wireit', TASKS),
  ...all('mvn gradle gradlew ant sbt bazel bazelisk buck2 meson ninja cmake msbuild xcodebuild', [
    [/(?:^| )(?:deploy|publish|release\S*|publishToMavenLocal)\b/i, 'ship'],
    [/(?:^| )(?:dependencies|dependency:tree|tasks|help|query|projects)\b/, 'explore'],
    [ANY, 'verify'],
  ]),
  ...all(
    'pip pip3 pipx uv poetry conda mamba brew apt apt-get dnf yum apk pacman gem bundle composer nuget cpan',
    PACKAGE_INSTALLERS,
  ),
  ...all(
    'python python3 python2 pypy node deno ts-node tsx ruby perl php lua java julia rscript bash sh zsh ksh fish pwsh',
    SHELL_SCRIPTS,
  ),
  ...all('kubectl oc helm k9s argocd flux kustomize', CLUSTERS),
  ...all('docker podman nerdctl docker-compose', CONTAINERS),
  ...all('terraform tofu pulumi cdk sst serverless wrangler vercel netlify fly flyctl heroku', INFRASTRUCTURE),
  ...all('aws gcloud az gsutil', CLOUDS),
  // What sends something is none of the kinds, as far as anybody can tell.
  [
    'curl',
    [
      [/localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\]/, 'verify'],
      [/^(?!.*\| .*(?:-X|--request|-d|--data\S*|-F|--form)\b)/, 'explore'],
    ],
  ],
  ...all('wget http https xh httpie', 'explore'),
  ...all('sed perl-pi', [
    [/\| .*(?:-i|--in-place)/, 'edit'],
    [ANY, 'explore'],
  ]),
  ...all('awk gawk mawk', 'explore'),
  [
    'go',
    [
      [/^(?:test|vet|build|run|tool)\b/, 'verify'],
      [/^(?:fmt|mod|get|generate|install|work|fix)\b/, 'edit'],
      [/^clean\b/, 'other'],
      [ANY, 'explore'],
    ],
  ],
  [
    'cargo',
    [
      [/^publish\b/, 'ship'],
      [/^(?:fmt|add|remove|rm|update|fix|init|new|install)\b/, 'edit'],
      [/^(?:tree|metadata|search|doc|info|help)\b/, 'explore'],
      [ANY, 'verify'],
    ],
  ],
  [
    'dotnet',
    [
      [/^(?:publish|nuget push)\b/, 'ship'],
      [/^(?:add|remove|restore|new|format)\b/, 'edit'],
      [ANY, 'verify'],
    ],
  ],
  [
    'swift',
    [
      [/^package (?:update|resolve|init)/, 'edit'],
      [ANY, 'verify'],
    ],
  ],
  [
    'mix',
    [
      [/^(?:format|deps|phx\.gen|ecto\.gen)/, 'edit'],
      [/^hex\.publish/, 'ship'],
      [ANY, 'verify'],
    ],
  ],
  [
    'rails',
    [
      [/^(?:g|generate|new|db:migrate|destroy)\b/, 'edit'],
      [/^(?:routes|notes|stats)\b/, 'explore'],
      [ANY, 'verify'],
    ],
  ],
  [
    'mise',
    [
      [/^(?:run|r|watch|test|lint|fmt|build|check)\b/, 'script'],
      [/^(?:install|use|i|set|trust)\b/, 'edit'],
      [ANY, 'explore'],
    ],
  ],
  [
    'git',
    [
      [/^(?:add|stage|commit|push|merge|rebase|cherry-pick|revert|am|format-patch|send-email|notes|mv|rm)\b/, 'ship'],
      [/^tag \S/, 'ship'],
      [/^(?:checkout|switch|fetch|pull|clone|stash|worktree|submodule|init|config|bisect|clean|gc|lfs)\b/, 'other'],
      [/^(?:restore|reset|apply)\b/, 'edit'],
      [ANY, 'explore'],
    ],
  ],
  ...all('gh glab hub', [
    [
      /^(?:pr|mr|issue|release|gist|repo|label|discussion|workflow|secret|variable) (?:create|merge|edit|comment|note|ready|review|close|reopen|upload|delete|run|enable|fork|set|lock|update\S*)\b/,
      'ship',
    ],
    [/^api\b.*\| .*(?:-X|--method|-f|-F|--field|--raw-field|--input)\b/, 'ship'],
    [/^(?:pr|mr) checkout\b/, 'other'],
    [ANY, 'explore'],
  ]),
  ...all('twine goreleaser semantic-release changeset lerna-publish scp sftp ssh', [
    [/^(?:status|check)\b/, 'explore'],
    [ANY, 'ship'],
  ]),
  ...all('psql mysql sqlite3 mongosh redis-cli duckdb', 'explore'),
])

/** What a task is for, by its name: `npm run lint:fix`, `make release`, `mise run test:ci`. */
export const TASK_NAMES: readonly (readonly [RegExp, WorkKind])[] = [
  [/(?:^|[:._-])(?:publish|release|deploy|ship|push|upload)(?![a-z])/i, 'ship'],
  [
    /(?:^|[:._-])(?:fix|fmt|format|generate|gen|codegen|migrate|migration|install|setup|bootstrap|deps|update|scaffold)(?![a-z])/i,
    'edit',
  ],
  [/(?:^|[:._-])(?:clean|list|help)(?![a-z])/i, 'other'],
]
