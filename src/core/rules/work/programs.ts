import type { WorkKind } from '../../model/tool.ts'
import { ANY, type Rows } from './row.ts'
import { TOOLCHAINS } from './toolchains.ts'

/** How the words of a program tell what it is for, by the name that its record in the book gives. */
const EVERYDAY: ReadonlyMap<string, Rows> = new Map<string, Rows>([
  [
    '@packages',
    () => [
      [/^(?:workspace \S+ )?(?:publish|unpublish|version|dist-tag|deploy|release)\b/, 'ship'],
      [
        /^(?:workspace \S+ )?(?:i|install|ci|add|remove|rm|uninstall|update|up|upgrade|link|init|create|dedupe|import)\b/,
        'edit',
      ],
      [
        /^(?:ls|list|view|info|show|why|outdated|search|help|root|prefix|bin|config|whoami|ping|pkg|explain)\b/,
        'explore',
      ],
      [/^(?:t|tst|test|audit|build|check|lint|start|dev|exec|x|dlx|bench|fmt|format|fix)\b/, 'script'],
      [/^run(?:-script)? /, 'script'],
      // Without a word they install.
      [/^ \|/, 'edit'],
      [ANY, 'script'],
    ],
  ],
  [
    '@tasks',
    () => [
      [/^(?:graph|show|report)\b|\| .*(?:--list|--dry-run|--help|--tasks|--summary|-n\b|-T\b)/, 'explore'],
      [ANY, 'script'],
    ],
  ],
  [
    '@linters',
    () => [
      [/^format \| .*--check|\| .*--(?:check|diff)/, 'verify'],
      [/^(?:fix|format)\b|\| .*--(?:fix|write|apply|in-place)/, 'edit'],
      [ANY, 'verify'],
    ],
  ],
  [
    '@formatters',
    () => [
      [/\| .*(?:--check|--diff|--list-different|--dry-run|--lint|-c\b|-l\b|-d\b)/, 'verify'],
      [ANY, 'edit'],
    ],
  ],
  [
    '@package-installers',
    () => [
      [
        /^(?:pip |env |cache )?(?:list|show|freeze|search|info|check|config|index|outdated|deps|leaves|tree|view)\b/,
        'explore',
      ],
      [/^(?:upload|publish|push)\b/, 'ship'],
      [/^(?:test|lint|build|bench|audit|validate)\b/, 'verify'],
      [/^(?:run|run-script|exec|x)\b/, 'script'],
      [/^(?:activate|deactivate|shell|services)\b/, 'other'],
      [ANY, 'edit'],
    ],
  ],
  [
    '@system-packages',
    () => [
      [/\| .*(?:-i\b|-U\b|-e\b|-r\b|--install|--upgrade|--remove|--erase)/, 'edit'],
      [ANY, 'explore'],
    ],
  ],
  /** Interpreters that are also filters and editors: `perl -ne`, `perl -pi -e`. */
  [
    '@line-editors',
    () => [
      [/\| (?:.* )?-[a-z0-9]{0,9}i/, 'edit'],
      [/\| (?:.* )?-[a-z0-9]{0,9}[np]/, 'explore'],
      [ANY, 'verify'],
    ],
  ],
  [
    '@archives',
    () => [
      [/^[a-z]{0,9}t[a-z]{0,9} |\| (?:.* )?(?:-[a-z]{0,9}[tl]|--list|-Z|-p\b)/, 'explore'],
      [ANY, 'edit'],
    ],
  ],
  /** Editors of agents that are called like programs: `str_replace_editor view /x`. */
  [
    '@agent-editors',
    () => [
      [/^view\b/, 'explore'],
      [ANY, 'edit'],
    ],
  ],
  [
    '@clusters',
    () => [
      [
        /^(?:apply|create|delete|rollout|scale|set|patch|replace|upgrade|install|uninstall|rollback|push|deploy|up$)/,
        'ship',
      ],
      [/^(?:template|lint|diff|test)\b/, 'verify'],
      [ANY, 'explore'],
    ],
  ],
  [
    '@containers',
    () => [
      [/^(?:push|login|tag|stack deploy|image push)\b/, 'ship'],
      [
        /^(?:ps|images|logs|inspect|version|info|stats|top|port|history|search|diff|image ls|compose (?:ps|logs|config))\b/,
        'explore',
      ],
      [/^(?:rm|rmi|prune|system|volume|network|stop|kill)\b/, 'other'],
      [ANY, 'verify'],
    ],
  ],
  [
    '@infrastructure',
    () => [
      [/^(?:apply|destroy|import|up|deploy|publish|release)\b/, 'ship'],
      [/^(?:plan|validate|test|preview|synth|build|dev|serve|emulators|local|invoke)\b/, 'verify'],
      [/^(?:fmt|init)\b/, 'edit'],
      [ANY, 'explore'],
    ],
  ],
  [
    '@clouds',
    () => [
      [
        /(?:^| )(?:deploy|publish|release|create\S*|update\S*|delete\S*|put\S*|sync|cp|copy|mv|rm|submit|promote)\b/,
        'ship',
      ],
      [ANY, 'explore'],
    ],
  ],
  [
    '@curl',
    () => [
      [/localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\]/, 'verify'],
      [/^(?!.*\| .*(?:-X|--request|-d|--data\S*|-F|--form)\b)/, 'explore'],
    ],
  ],
  [
    '@yq',
    () => [
      [/\| .*(?:-i|--in-?place)/, 'edit'],
      [ANY, 'explore'],
    ],
  ],
  [
    '@sed',
    () => [
      [/\| .*(?:-i|--in-place)/, 'edit'],
      [ANY, 'explore'],
    ],
  ],
  [
    '@git',
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
    '@gh',
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
    '@fastlane',
    () => [
      [/^(?:test|tests|scan|lint)\b|\| .*--(?:check|syntax-check|list\S*)/, 'verify'],
      [ANY, 'ship'],
    ],
  ],
  [
    '@twine',
    () => [
      [/^(?:status|check)\b/, 'explore'],
      [ANY, 'ship'],
    ],
  ],
  ['@node', () => [[ANY, 'verify']]],
])

export const workRows = (name: string): Rows | undefined => EVERYDAY.get(name) ?? TOOLCHAINS.get(name)

/** What a task is for, by its name: `npm run lint:fix`, `make release`, `mise run test:ci`. */
export const TASK_NAMES = (): readonly (readonly [RegExp, WorkKind])[] => [
  [/(?:^|[:._-])(?:publish|release|deploy|ship|push|upload)(?![a-z])/i, 'ship'],
  [
    /(?:^|[:._-])(?:fix|fmt|format|generate|gen|codegen|migrate|migration|install|setup|bootstrap|deps|update|scaffold)(?![a-z])/i,
    'edit',
  ],
  [/(?:^|[:._-])(?:clean|list|help)(?![a-z])/i, 'other'],
]
