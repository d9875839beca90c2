import { ANY, type Rows } from './row.ts'

/** The programs of single languages and frameworks. */
export const TOOLCHAINS: ReadonlyMap<string, Rows> = new Map<string, Rows>([
  [
    '@builders',
    () => [
      [/(?:^| )(?:deploy|publish|release\S*|publishToMavenLocal)\b/i, 'ship'],
      [
        /(?:^| )(?:dependencies|dependency:\S+|tasks|help\S*|[ca]?query|projects|properties|info|show|targets)\b/,
        'explore',
      ],
      [
        /(?:^| )(?:spotless:?apply|ktlintFormat|scalafmt(?:All)?|fmt|format|wrapper|init|archetype:\S+|versions:\S+)\b/i,
        'edit',
      ],
      [/^clean \|/, 'other'],
      [ANY, 'verify'],
    ],
  ],
  /** Managers of versions of languages and tools. */
  [
    '@versions',
    () => [
      [
        /^(?:ls\S*|list\S*|current|which|where|show|versions?|outdated|plugin list|component list|target list)\b/,
        'explore',
      ],
      [/^(?:use|shell|exec|run|env|activate|rehash|reshim)\b/, 'other'],
      [ANY, 'edit'],
    ],
  ],
  [
    '@other-vcs',
    () => [
      [
        /^(?:add|commit|ci|push|merge|rebase|import|submit|tag|describe|desc|squash|git push|bookmark|backout)\b/,
        'ship',
      ],
      [
        /^(?:update|up|pull|fetch|clone|checkout|co|new|edit|git fetch|git clone|switch|shelve|unshelve|init)\b/,
        'other',
      ],
      [/^(?:revert|restore|abandon|undo|remove|rm|delete|mv|move|rename)\b/, 'edit'],
      [ANY, 'explore'],
    ],
  ],
  /** Frameworks and bundlers: what they build or serve is looked at. */
  [
    '@frameworks',
    () => [
      [/^(?:deploy|publish|release)\b/, 'ship'],
      [/^(?:new|init|create|add|g|generate|remove|upgrade|update|migrate)\b/, 'edit'],
      [/^(?:info|list|routes|telemetry)\b/, 'explore'],
      [ANY, 'verify'],
    ],
  ],
  /** Changes of a database that the project describes. */
  [
    '@migrations',
    () => [
      [/^(?:current|history|heads|show|status|validate|diff|studio|info|check)\b/, 'explore'],
      [ANY, 'edit'],
    ],
  ],
  [
    '@go',
    () => [
      [/^mod (?:graph|why|verify)\b/, 'explore'],
      [/^(?:test|vet|build|run|tool)\b/, 'verify'],
      [/^(?:fmt|mod|get|generate|install|work|fix)\b/, 'edit'],
      [/^clean\b/, 'other'],
      [ANY, 'explore'],
    ],
  ],
  [
    '@cargo',
    () => [
      [/^(?:publish|yank|release)\b/, 'ship'],
      [/^fmt\b.*--check/, 'verify'],
      [/^(?:fmt|add|remove|rm|update|fix|init|new|install|vendor|generate-lockfile)\b|^clippy\b.*--fix/, 'edit'],
      [
        /^(?:tree|metadata|search|doc|info|help|locate-project|pkgid|read-manifest)\b|^ ?\| .*(?:--list|--version)/,
        'explore',
      ],
      [/^clean\b/, 'other'],
      [ANY, 'verify'],
    ],
  ],
  [
    '@dotnet',
    () => [
      [/^(?:publish|nuget push)\b/, 'ship'],
      [/^(?:add|remove|restore|new|format|sln|tool|workload|ef (?:migrations|database|dbcontext))\b/, 'edit'],
      [/^(?:list|nuget list|help)\b|^ ?\| .*--(?:info|version|list\S*)/, 'explore'],
      [/^clean\b/, 'other'],
      [ANY, 'verify'],
    ],
  ],
  [
    '@swift',
    () => [
      [/^package (?:update|resolve|init|add\S*|edit)/, 'edit'],
      [/^package (?:describe|show\S*|dump\S*)/, 'explore'],
      [ANY, 'verify'],
    ],
  ],
  [
    '@mix',
    () => [
      [/^format\b.*--check/, 'verify'],
      [/^(?:deps\.tree|deps \||help|phx\.routes|hex\.(?:info|search|outdated))/, 'explore'],
      [/^(?:format|deps|new|phx\.new|phx\.gen|ecto\.(?:gen|migrate|create|rollback|reset)|archive)/, 'edit'],
      [/^(?:hex\.publish|release)/, 'ship'],
      [ANY, 'verify'],
    ],
  ],
  [
    '@rails',
    () => [
      [/^(?:g|generate|new|db:migrate|db:rollback|destroy|d)\b/, 'edit'],
      [/^(?:routes|notes|stats|about)\b/, 'explore'],
      [ANY, 'verify'],
    ],
  ],
  [
    '@mise',
    () => [
      [/^(?:run|r|watch|test|lint|fmt|build|check)\b/, 'script'],
      [/^(?:install|use|i|set|trust)\b/, 'edit'],
      [ANY, 'explore'],
    ],
  ],
  [
    '@deno',
    () => [
      [/^(?:publish|deploy)\b/, 'ship'],
      [/^fmt\b.*--check/, 'verify'],
      [/^(?:fmt|add|remove|install|i|uninstall|init|update|outdated|upgrade|vendor)\b/, 'edit'],
      [/^(?:doc|info|types|help)\b/, 'explore'],
      [/^task\b/, 'script'],
      [ANY, 'verify'],
    ],
  ],
  [
    '@dart',
    () => [
      [/^(?:pub publish|pub upload)\b/, 'ship'],
      [/^(?:pub (?:get|add|remove|upgrade|downgrade|cache)|create|format|fix|gen-l10n|upgrade)\b/, 'edit'],
      [/^(?:doctor|devices|emulators|pub (?:deps|outdated)|info|help)\b/, 'explore'],
      [ANY, 'verify'],
    ],
  ],
  [
    '@stack',
    () => [
      [/^(?:publish|upload|deploy|hex publish)\b/, 'ship'],
      [/^(?:fmt|format|install|init|new|update|add|freeze|promote|upgrade|deps|get-deps)\b/, 'edit'],
      [/^(?:list\S*|show|info|tree|path|query|ls)\b/, 'explore'],
      [/^clean\b/, 'other'],
      [ANY, 'verify'],
    ],
  ],
  [
    '@pants',
    () => [
      [/(?:^| )publish\b/, 'ship'],
      [/(?:^| )(?:fmt|fix|tailor|update-build-files|generate-lockfiles)\b/, 'edit'],
      [/(?:^| )(?:list|dependencies|dependents|peek|filedeps|paths|roots|help\S*)\b/, 'explore'],
      [ANY, 'verify'],
    ],
  ],
  [
    '@dbt',
    () => [
      [/^(?:ls|list|show|debug|docs)\b/, 'explore'],
      [/^(?:deps|init|clean)\b/, 'edit'],
      [ANY, 'verify'],
    ],
  ],
  [
    '@pre-commit',
    () => [
      [/^(?:install|autoupdate|uninstall|migrate-config|clean|gc)\b/, 'edit'],
      [ANY, 'verify'],
    ],
  ],
])
