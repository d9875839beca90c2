import { definePack } from '../rule.ts'
import { wordsIn } from '../text/word-table.ts'

const HELP = '--help|-h|--dry-run|-n|--version'

/** Hosted services whose command lines share their verbs. */
const SERVICES =
  wordsIn(`doctl hcloud linode-cli scw oci ibmcloud vultr-cli exo civo vercel fly flyctl wrangler firebase supabase
  railway render modal kamal netlify surge amplify eb copilot platform upsun koyeb northflank vault doppler op
  bw infisical chamber velero restic borg duplicity kopia rclone mc s3cmd b2 nats rpk pulsar-admin circleci
  glab tea buildkite-agent semaphore drone pd datadog-ci newrelic splunk sentry-cli algolia meilisearch ldcli
  flipt split unleash fastly deck apigeecli stripe twilio shopify neonctl pscale turso atlas planetscale
  confluent astro databricks snow dbt cf tsuru cloudflared flarectl unleash-cli amtool grafana-cli`)

const GONE =
  'delete|destroy|remove|rm|purge|terminate|drop|wipe|unset|disable|forget|prune|revoke|archive|uninstall|reset|clear|roll|cancel|undeploy|empty|delete-*|*:delete|*:destroy|*:remove|*:unset|*:rm|remove-secret|delete_user|del'

const GRAPHQL_DELETES =
  '*mutation*delete*|*mutation*remove*|*mutation*archive*|*mutation*transfer*|*mutation*updaterefs*|*mutation*updateref(*'
const GRAPHQL_CHANGES = '*mutation*merge*|*mutation*createref*|*mutation*createcommitonbranch*|*mutation*enableauto*'

export const platform = definePack('platform', () => [
  {
    id: 'delete',
    harm: 'drop-data',
    type: 'external',
    family: 'service delete',
    when: [
      { program: SERVICES, path: [GONE], lacks: [HELP], operands: [1, 99] },
      {
        program: ['restic', 'borg', 'wrangler', 'railway', 'kamal', 'deck', 'vercel', 'velero', 'doppler', 'rclone'],
        path: [GONE],
        lacks: [HELP],
      },
      {
        program: SERVICES,
        path: ['*', GONE],
        lacks: [HELP],
        noWords: ['list|ls|get|show|describe|status|logs|help'],
      },
      {
        program: SERVICES,
        path: ['*', '*', GONE],
        lacks: [HELP],
        noWords: ['list|ls|get|show|describe|status|logs|help|create|add|set|run|search'],
      },
      { program: ['borg'], path: ['delete|prune|recreate|compact'], lacks: ['--dry-run|-n'] },
      { program: ['restic'], path: ['forget|prune|rewrite'], lacks: ['--dry-run|-n'] },
      { program: ['restic'], path: ['unlock'], has: ['--remove-all'] },
      { program: ['rclone'], path: ['delete|purge|deletefile|cleanup|rmdirs|move|moveto'], lacks: ['-n|--dry-run'] },
      { program: ['rclone'], path: ['sync'], lacks: ['-n|--dry-run|-i|--interactive'] },
      { program: ['mc'], path: ['**', 'rm|rb|mirror'], has: ['--remove|--force|--recursive|-r'] },
      { program: ['mc'], path: ['rm|rb'] },
      {
        program: ['kafka-topics', 'kafka-topics.sh', 'kafka-configs', 'kafka-configs.sh'],
        has: ['--delete|--delete-config'],
      },
      {
        program: ['kafka-consumer-groups', 'kafka-consumer-groups.sh'],
        has: ['--delete|--reset-offsets|--delete-offsets'],
        lacks: ['--dry-run'],
      },
      { program: ['kafka-delete-records', 'kafka-delete-records.sh'] },
      {
        program: ['rabbitmqctl', 'rabbitmqadmin'],
        path: ['**', 'delete_*|delete|reset|force_reset|purge_queue|purge|forget_cluster_node|stop_app|stop|clear_*'],
      },
      {
        program: ['java'],
        words: ['*jenkins-cli*.jar', 'delete-*|disable-*|cancel-*|quiet-down|safe-shutdown|shutdown|restart'],
      },
      { program: ['jenkins-cli'], path: ['**', 'delete-*|shutdown|safe-shutdown'] },
      { program: ['gitlab-runner'], path: ['unregister|uninstall|stop'] },
      { program: ['splunk'], path: ['**', 'clean|remove|stop'] },
    ],
    about: 'operands',
    examples: {
      matches: [
        'vercel rm my-project --yes',
        'fly apps destroy web',
        'vault kv destroy -versions=1 secret/x',
        'restic forget --prune abc',
        'rabbitmqctl delete_user x',
        'kafka-topics --delete --topic t',
      ],
      not: [
        'vercel ls',
        'fly status',
        'vault kv list secret/',
        'restic snapshots',
        'wrangler dev',
        'kafka-topics --list',
      ],
    },
  },
  {
    id: 'sdk-delete',
    harm: 'drop-data',
    type: 'external',
    family: 'service delete',
    when: [{ program: ['<sdk-delete>'] }],
    about: 'operands',
    examples: {
      matches: [
        'node -e "client.deleteIndex(\'prod\')"',
        "python3 -c \"import boto3; s3=boto3.client('s3'); s3.delete_bucket(Bucket='b')\"",
      ],
      not: ['node -e "m.delete(\'a\')"', 'python3 -c "d.pop(\'a\')"'],
    },
  },
  {
    id: 'change',
    harm: 'deploy',
    type: 'external',
    family: 'service change',
    when: [
      { program: ['railway'], path: ['variable|variables', 'set'] },
      { program: ['railway'], path: ['variable|variables'], has: ['--set'] },
      {
        program: ['supabase'],
        path: [
          'encryption|network-restrictions|ssl-enforcement|postgres-config|domains|vanity-subdomains',
          'update*|activate|delete|reverify',
        ],
      },
      { program: ['mc'], path: ['admin', 'service', 'stop|restart'] },
      { program: ['nsupdate'] },
      { program: ['kafka-acls', 'kafka-acls.sh'], has: ['--remove'] },
      { program: ['supabase'], path: ['config|secrets', 'push|set|unset'] },
      { program: ['supabase'], path: ['stop'], has: ['--no-backup'] },
      { program: ['supabase'], path: ['storage', 'rm|mv'] },
      { program: ['modal'], path: ['secret', 'create'], has: ['--force'] },
      { program: ['modal'], path: ['app|container', 'stop'] },
      { program: ['stripe'], path: ['api_keys', 'roll'] },
      { program: ['deck'], path: ['**', 'sync|reset|apply'], lacks: ['--help'] },
      { program: ['kamal'], path: ['accessory|app|proxy', 'stop|remove|reboot'], lacks: ['--help'] },
      {
        program: ['vault'],
        path: [
          'secrets|auth|audit|operator|token|lease',
          'disable|seal|revoke|step-down|rekey|rotate|move|generate-root',
        ],
      },
      { program: ['vault'], path: ['kv', 'delete|destroy|put|patch'] },
      { program: ['circleci'], path: ['context', 'store-secret|remove-secret'] },
      {
        program: ['heroku'],
        words: [
          '*:destroy|*:delete|*:remove|*:rm|*:unset|*:clear|*:disable|*:leave|*:kill*|*:unfollow|*:reset|*:rename|*:revoke|*:detach|*:transfer|pg:promote|maintenance:on|ps:stop',
        ],
      },
      { program: ['netlify'], words: ['sites:delete|env:unset|env:import|*:delete'] },
      { program: ['firebase'], words: ['*:delete|*:disable|*:remove|*:destroy|*:unset'] },
    ],
    about: 'operands',
    examples: {
      matches: ['heroku pg:reset DATABASE', 'netlify sites:delete', 'railway variable set A=b', 'stripe api_keys roll'],
      not: ['heroku logs', 'netlify status', 'railway logs', 'heroku config'],
    },
  },
  {
    id: 'github-delete',
    harm: 'drop-data',
    type: 'external',
    family: 'gh delete',
    when: [
      {
        program: ['gh'],
        path: [
          'repo|gist|issue|release|run|cache|secret|variable|label|ruleset|codespace|ssh-key|gpg-key|project|org|extension_',
          'delete|remove|archive|delete-asset|cancel|transfer|unpin_|field-delete|item-delete',
        ],
        lacks: ['--help'],
      },
      { program: ['gh'], path: ['repo', 'deploy-key', 'delete'] },
      { program: ['gh'], path: ['repo', 'edit'], has: ['--visibility|--default-branch|--enable-auto-merge_'] },
      { program: ['gh'], path: ['repo', 'rename|sync'], has: ['--yes|--force|-y'] },
      { program: ['gh', 'glab'], path: ['api'], has: ['--method=delete'] },
      { program: ['gh', 'glab'], path: ['api', 'graphql'], words: [GRAPHQL_DELETES] },
      {
        program: ['glab'],
        path: ['repo|release|issue|mr|variable|label|snippet|ssh-key|token', 'delete|archive|remove|revoke|transfer'],
      },
    ],
    about: 'operands',
    examples: {
      matches: [
        'gh repo delete o/r --yes',
        'gh release delete v1',
        'gh api -X DELETE /repos/o/r',
        'gh secret remove A',
        'gh repo edit --visibility public',
      ],
      not: ['gh repo view', 'gh pr list', 'gh api repos/o/r', 'gh issue list --search delete'],
    },
  },
  {
    id: 'github-publish',
    harm: 'publish',
    type: 'external',
    family: 'gh publish',
    when: [
      { program: ['gh'], path: ['pr', 'merge'], lacks: ['--help|--disable-auto'] },
      { program: ['gh'], path: ['release', 'create|upload|edit'], lacks: ['--help|--draft|-d'] },
      { program: ['gh'], path: ['workflow', 'run|disable'] },
      { program: ['gh', 'glab'], path: ['secret|variable', 'set|update|create'], lacks: ['--help|--dry-run'] },
      { program: ['gh', 'glab'], path: ['api', 'graphql'], words: [GRAPHQL_CHANGES] },
      { program: ['gh'], path: ['repo', 'create'], has: ['--public|--push'] },
      { program: ['gh'], path: ['gist', 'create'], has: ['--public|-p'] },
      { program: ['glab'], path: ['mr', 'merge'] },
      { program: ['glab'], path: ['release', 'create|upload'] },
      {
        program: ['gh', 'glab'],
        path: ['api', '*/merge|*/merges|*/dispatches'],
        has: ['--method=put,post'],
      },
    ],
    about: 'operands',
    examples: {
      matches: ['gh pr merge 12 --squash', 'gh release create v1.0.0', 'gh workflow run deploy.yml'],
      not: ['gh pr create --title x --body y', 'gh pr view 12', 'gh release list', 'gh run view 1'],
    },
  },
])

/** Tools that are no shell, by the pseudo-programs of `judge-tool.ts`. The examples are the pseudo-commands themselves. */
export const tools = definePack('platform', () => [
  {
    id: 'mcp-change',
    harm: 'send',
    type: 'external',
    family: 'mcp tool',
    when: [{ program: ['<mcp-tool>'] }],
    about: 'operands',
    examples: {
      matches: ["'<mcp-tool>' github/delete_repository", "'<mcp-tool>' stripe/create_refund"],
      not: ['ls', 'echo mcp-tool'],
    },
  },
])
