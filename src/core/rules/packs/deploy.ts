import { definePack } from '../rule.ts'
import { wordsIn } from '../text/word-table.ts'

const DRY = '--help|-h|--dry-run|-n|--list|--prod=false'

export const deploy = definePack('deploy', () => [
  {
    id: 'deploy',
    harm: 'deploy',
    type: 'external',
    family: 'deploy',
    when: [
      { program: ['vercel', 'now'], path: ['deploy|promote|rollback|alias'], lacks: [DRY] },
      { program: ['vercel', 'now'], has: ['--prod|--production'] },
      { program: ['netlify', 'ntl'], path: ['deploy'], has: ['--prod|-p|--trigger'] },
      { program: ['fly', 'flyctl'], path: ['deploy|launch'], lacks: [DRY] },
      { program: ['fly', 'flyctl'], path: ['secrets', 'set|import'] },
      {
        program: ['fly', 'flyctl'],
        path: ['scale|machine|machines|volumes|apps|ips', 'count|vm|stop|destroy|restart|remove|suspend|release'],
      },
      { program: ['wrangler'], path: ['deploy|publish|rollback'], lacks: [DRY] },
      { program: ['wrangler'], path: ['pages|versions', 'deploy|publish'], lacks: [DRY] },
      { program: ['wrangler'], path: ['secret', 'put|bulk|delete'] },
      { program: ['firebase'], path: ['deploy'], lacks: [DRY] },
      { program: ['supabase'], path: ['functions', 'deploy'] },
      { program: ['railway'], path: ['up|redeploy|deploy|down'], lacks: [DRY] },
      { program: ['render'], path: ['deploys', 'create'] },
      {
        program:
          wordsIn(`modal kamal surge amplify eb copilot sst dokku convox caprover koyeb gigalixir zeabur deployctl
          shuttle platform`),
        path: ['deploy|redeploy|publish|setup_|push'],
        lacks: [DRY],
      },
      { program: ['heroku'], words: ['container:release|pipelines:promote|releases:rollback|apps:create_|ps:scale'] },
      { program: ['gcloud'], path: ['app|run|functions', 'deploy'], lacks: ['--help'] },
      {
        program: ['cap', 'mina', 'dep', 'deployer'],
        path: ['**', 'deploy|deploy:*|rollback'],
        lacks: ['-n|--dry-run|-T'],
      },
      { program: ['gh-pages'], lacks: [DRY] },
      { program: ['mkdocs'], path: ['gh-deploy'] },
      { program: ['expo', 'eas'], path: ['publish|deploy'], lacks: [DRY] },
      {
        program: ['npm', 'yarn', 'pnpm', 'bun'],
        path: ['run', 'deploy|deploy:*|deploy-*|ship|promote'],
        noWords: ['*dry*|*preview*|*check*'],
      },
      { program: ['yarn', 'pnpm', 'bun'], path: ['deploy'], lacks: ['--help'], operands: [0, 0] },
      {
        program: ['make', 'just', 'task'],
        path: ['deploy|deploy-*|ship|rollout|promote'],
        lacks: ['-n|--dry-run|--just-print'],
      },
      { program: ['mise', 'rake'], path: ['run', 'deploy|deploy:*'] },
      {
        program: ['deploy.sh', 'deploy', 'deploy-prod.sh', 'deploy_prod.sh', 'release.sh', 'publish.sh'],
        lacks: [DRY],
      },
      { program: ['forge'], path: ['create|script'], has: ['--broadcast'] },
      {
        program: ['hardhat', 'truffle'],
        path: ['deploy|migrate|ignition'],
        noWords: ['localhost|hardhat|development'],
      },
      { program: ['anchor', 'solana'], path: ['deploy|program|transfer|upgrade'], noWords: ['show|localnet'] },
      { program: ['nixos-rebuild'], path: ['switch|boot'] },
      { program: ['iisreset'] },
    ],
    about: 'operands',
    examples: {
      matches: [
        'vercel deploy --prod',
        'fly deploy',
        'kamal deploy',
        'npm run deploy',
        'make deploy',
        'firebase deploy',
        'wrangler deploy',
        './deploy.sh',
      ],
      not: [
        'vercel build',
        'vercel dev',
        'npm run build',
        'make test',
        'netlify deploy',
        'cat deploy.sh',
        'wrangler deploy --dry-run',
      ],
    },
  },
])
