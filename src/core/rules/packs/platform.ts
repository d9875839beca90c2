import { definePack } from '../rule.ts'

export const platform = definePack(
  'platform',
  `
HELP = --help|-h|--dry-run|-n|--version
GRAPHQL_CHANGES = *mutation*merge*|*mutation*createref*|*mutation*createcommitonbranch*|*mutation*enableauto*
GRAPHQL_DELETES = *mutation*delete*|*mutation*remove*|*mutation*archive*|*mutation*transfer*|*mutation*updaterefs*|*mutation*updateref(*

delete: drop-data · external · family service delete · about operands
  <undoing>
  split * delete, splunk ** clean|remove|stop, velero uninstall
  borg delete|prune|recreate|compact, restic forget|prune|rewrite · lacks --dry-run|-n
  restic unlock · has --remove-all
  rclone delete|purge|deletefile|cleanup|rmdirs|move|moveto · lacks -n|--dry-run
  rclone sync · lacks -n|--dry-run|-i|--interactive
  mc ** rm|rb|mirror · has --remove|--force|--recursive|-r
  kafka-topics|kafka-topics.sh|kafka-configs|kafka-configs.sh · has --delete|--delete-config
  kafka-consumer-groups|kafka-consumer-groups.sh · has --delete|--reset-offsets|--delete-offsets · lacks --dry-run
  kafka-delete-records|kafka-delete-records.sh
  rabbitmqctl|rabbitmqadmin ** delete_*|delete|reset|force_reset|purge_queue|purge|forget_cluster_node|stop_app|stop|clear_*
  java · words *jenkins-cli*.jar · words delete-*|disable-*|cancel-*|quiet-down|safe-shutdown|shutdown|restart
  + acme apps delete web ¦ acme destroy ¦ vercel rm my-project --yes ¦ fly apps destroy web ¦ vault kv destroy -versions=1 secret/x
  + restic forget --prune abc ¦ rabbitmqctl delete_user x ¦ kafka-topics --delete --topic t
  - acme list delete ¦ acme destroy -h ¦ acme apps list ¦ vercel ls ¦ fly status ¦ vault kv list secret/ ¦ restic snapshots ¦ wrangler dev ¦ kafka-topics --list

sdk-delete: drop-data · external · family service delete · about operands
  <sdk-delete>
  + node -e "client.deleteIndex('prod')"
  + python3 -c "import boto3; s3=boto3.client('s3'); s3.delete_bucket(Bucket='b')"
  - node -e "m.delete('a')" ¦ python3 -c "d.pop('a')"

change: deploy · external · family service change · about operands
  railway variable|variables set
  railway variable|variables · has --set
  supabase encryption|network-restrictions|ssl-enforcement|postgres-config|domains|vanity-subdomains update*|activate|delete|reverify
  mc admin service stop|restart, nsupdate
  kafka-acls|kafka-acls.sh · has --remove
  supabase config|secrets push|set|unset
  supabase stop · has --no-backup
  supabase storage rm|mv
  modal secret create · has --force
  modal app|container stop, stripe api_keys roll
  deck ** sync|reset|apply, kamal accessory|app|proxy stop|remove|reboot · lacks --help
  vault secrets|auth|audit|operator|token|lease disable|seal|revoke|step-down|rekey|rotate|move|generate-root
  vault kv delete|destroy|put|patch, circleci context store-secret|remove-secret
  heroku · words *:destroy|*:delete|*:remove|*:rm|*:unset|*:clear|*:disable|*:leave|*:kill*|*:unfollow|*:reset|*:rename|*:revoke|*:detach|*:transfer|pg:promote|maintenance:on|ps:stop
  netlify · words sites:delete|env:unset|env:import|*:delete
  firebase · words *:delete|*:disable|*:remove|*:destroy|*:unset
  + heroku pg:reset DATABASE ¦ netlify sites:delete ¦ railway variable set A=b ¦ stripe api_keys roll
  - heroku logs ¦ netlify status ¦ railway logs ¦ heroku config

github-delete: drop-data · external · family gh delete · about operands
  gh repo|gist|issue|release|run|cache|secret|variable|label|ruleset|codespace|ssh-key|gpg-key|project|org delete|remove|archive|delete-asset|cancel|transfer|field-delete|item-delete · lacks --help
  gh repo deploy-key delete
  gh repo edit · has --visibility|--default-branch
  gh repo rename|sync · has --yes|--force|-y
  gh|glab api · has --method=delete
  gh|glab api graphql · words {GRAPHQL_DELETES}
  glab repo|release|issue|mr|variable|label|snippet|ssh-key|token delete|archive|remove|revoke|transfer
  + gh repo delete o/r --yes ¦ gh release delete v1 ¦ gh api -X DELETE /repos/o/r ¦ gh secret remove A
  + gh repo edit --visibility public
  - gh repo view ¦ gh pr list ¦ gh api repos/o/r ¦ gh issue list --search delete

github-publish: publish · external · family gh publish · about operands
  gh pr merge · lacks --help|--disable-auto
  gh release create|upload|edit · lacks --help|--draft|-d
  gh workflow run|disable
  gh|glab secret|variable set|update|create · lacks --help|--dry-run
  gh|glab api graphql · words {GRAPHQL_CHANGES}
  gh repo create · has --public|--push
  gh gist create · has --public|-p
  glab mr merge, glab release create|upload
  gh|glab api */merge|*/merges|*/dispatches · has --method=put,post
  + gh pr merge 12 --squash ¦ gh release create v1.0.0 ¦ gh workflow run deploy.yml
  - gh pr create --title x --body y ¦ gh pr view 12 ¦ gh release list ¦ gh run view 1
`,
)

export const tools = definePack(
  'platform',
  `
mcp-change: send · external · family mcp tool · about operands
  <mcp-tool>
  + '<mcp-tool>' github/delete_repository ¦ '<mcp-tool>' stripe/create_refund
  - ls ¦ echo mcp-tool
`,
)
