import { definePack } from '../rule.ts'

export const deploy = definePack(
  'deploy',
  `
DRY = --help|-h|--dry-run|-n|--list|--prod=false

deploy: deploy · external · about operands
  vercel|now deploy|promote|rollback|alias · lacks {DRY}
  vercel|now · has --prod|--production
  netlify|ntl deploy · has --prod|-p|--trigger
  fly|flyctl deploy|launch · lacks {DRY}
  fly|flyctl secrets set|import
  fly|flyctl scale|machine|machines|volumes|apps|ips count|vm|stop|destroy|restart|remove|suspend|release
  wrangler deploy|publish|rollback, wrangler pages|versions deploy|publish · lacks {DRY}
  wrangler secret put|bulk|delete
  firebase deploy · lacks {DRY}
  supabase functions deploy
  railway up|redeploy|deploy|down · lacks {DRY}
  render deploys create
  modal|kamal|surge|amplify|eb|copilot|sst|dokku|convox|caprover|koyeb|gigalixir|zeabur|deployctl|shuttle|platform deploy|redeploy|publish|push · lacks {DRY}
  heroku · words container:release|pipelines:promote|releases:rollback|apps:create_|ps:scale
  gcloud app|run|functions deploy · lacks --help
  cap|mina|dep|deployer ** deploy|deploy:*|rollback · lacks -n|--dry-run|-T
  gh-pages · lacks {DRY}
  mkdocs gh-deploy
  expo|eas publish|deploy · lacks {DRY}
  npm|yarn|pnpm|bun run deploy|deploy:*|deploy-*|ship|promote · without *dry*|*preview*|*check*
  yarn|pnpm|bun deploy · lacks --help · operands 0-0
  make|just|task deploy|deploy-*|ship|rollout|promote · lacks -n|--dry-run|--just-print
  mise|rake run deploy|deploy:*
  deploy.sh|deploy|deploy-prod.sh|deploy_prod.sh|release.sh|publish.sh · lacks {DRY}
  sh|bash|dash|zsh deploy.sh|*/deploy.sh|deploy-prod.sh|*/deploy-prod.sh|deploy_prod.sh|*/deploy_prod.sh|release.sh|*/release.sh|publish.sh|*/publish.sh · lacks {DRY}
  forge create|script · has --broadcast
  hardhat|truffle deploy|migrate|ignition · without localhost|hardhat|development
  anchor|solana deploy|program|transfer|upgrade · without show|localnet
  nixos-rebuild switch|boot, iisreset
  <stranger> deploy|publish · lacks {DRY}
  <stranger> * deploy|publish · lacks {DRY} · without list|ls|get|show|describe|status|logs|help|run|test
  + vercel deploy --prod ¦ fly deploy ¦ kamal deploy ¦ npm run deploy ¦ make deploy ¦ firebase deploy
  + wrangler deploy ¦ ./deploy.sh ¦ bash scripts/deploy.sh
  - vercel build ¦ vercel dev ¦ npm run build ¦ make test ¦ netlify deploy ¦ cat deploy.sh ¦ wrangler deploy --dry-run
`,
)
