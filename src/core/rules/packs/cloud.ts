import { definePack } from '../rule.ts'

export const cloud = definePack(
  'cloud',
  `
DRY = --help|--dry-run|--dryrun|--generate-cli-skeleton|--what-if|--validate-only
GONE = delete|delete-*|destroy|destroy-*|remove|remove-*|rm|rb|purge|purge-*|terminate|terminate-*|deregister-*|drop|wipe|undeploy|abandon|detach-*|disassociate-*|revoke-*|cancel-*|disable-*|release-*|schedule-key-deletion|batch-delete*|unset|reset|reset-*|deallocate

aws-delete: drop-data · external · family aws delete · about operands
  aws|awslocal * {GONE} · lacks {DRY}
  aws|awslocal * {GONE} · has --no-dry-run|--no-dryrun
  aws s3 sync · has --delete · lacks {DRY}
  aws s3 rb|rm · lacks {DRY}
  + aws ec2 terminate-instances --instance-ids i-1 ¦ aws --profile prod s3 rm s3://b --recursive
  + aws s3 sync . s3://b --delete ¦ aws iam delete-user --user-name x
  - aws s3 ls ¦ aws ec2 describe-instances ¦ aws s3 rm s3://b/ --recursive --dryrun ¦ aws sts get-caller-identity

aws-change: deploy · external · family aws change · about operands
  aws cloudformation deploy|create-stack|update-stack|execute-change-set|cancel-update-stack · lacks {DRY}
  aws lambda update-function-code|update-function-configuration|publish-version|update-alias · lacks {DRY}
  aws ecs update-service|deploy|register-task-definition · lacks {DRY}
  aws deploy create-deployment|push
  aws elasticbeanstalk update-environment|rebuild-environment|swap-environment-cnames
  aws route53 change-resource-record-sets
  aws secretsmanager put-secret-value|update-secret|rotate-secret|restore-secret, aws ssm put-parameter|send-command
  aws s3api put-bucket-*|put-public-access-block|put-object-acl
  aws iam attach-*|put-*-policy|create-access-key|add-user-to-group|update-assume-role-policy|create-login-profile
  aws ec2 authorize-security-group-*|stop-instances|modify-instance-attribute|reboot-instances|run-instances · lacks {DRY}
  aws cloudfront create-invalidation|update-distribution
  aws rds modify-db-*|stop-db-*|reboot-db-*|restore-*|failover-*
  aws athena start-query-execution · words *file://*
  aws kms disable-key|put-key-policy
  + aws cloudformation deploy --stack-name x ¦ aws lambda update-function-code --function-name f
  + aws s3api put-bucket-policy --bucket b
  - aws cloudformation describe-stacks ¦ aws lambda list-functions ¦ aws logs tail g

gcloud-delete: drop-data · external · family gcloud delete · about operands
  gcloud ** delete|destroy|undeploy|purge|abandon|disable|rm|remove-iam-policy-binding|reset|failover · lacks --help · without config
  gsutil ** rm|rb · lacks --help|-n
  gsutil ** rsync · has -d · lacks -n
  bq ** rm
  + gcloud compute instances delete vm ¦ gcloud --project p projects delete p ¦ gsutil -m rm -r gs://b
  + gcloud storage rm gs://b/f
  - gcloud compute instances list ¦ gsutil ls gs://b ¦ gcloud config list

gcloud-change: deploy · external · family gcloud change · about operands
  gcloud app|functions|run|builds|deploy|dataflow ** deploy|submit|promote|replace|update-traffic|set-iam-policy · lacks --help
  gcloud ** add-iam-policy-binding|set-iam-policy|set-password|resize
  gcloud sql instances patch|restart|restore-backup|clone, gsutil ** iam|acl|defacl set|ch
  + gcloud app deploy ¦ gcloud run deploy web --image x ¦ gcloud projects add-iam-policy-binding p --member m --role r
  - gcloud app versions list ¦ gcloud run services list ¦ gcloud auth list

az-delete: drop-data · external · family az delete · about operands
  az ** delete|delete-batch|purge|remove|deallocate|stop|reset · lacks --help|-h|--dryrun
  azcopy remove|rm · lacks --dry-run
  azcopy sync · has --delete-destination · lacks --dry-run
  + az group delete -n rg ¦ az --subscription p keyvault key purge --name k ¦ azcopy remove https://a/b
  - az group list ¦ az vm show -n v ¦ azcopy list https://a/b

az-change: deploy · external · family az change · about operands
  az deployment ** create · lacks --what-if|--help
  az webapp|functionapp|containerapp|staticwebapp|acr|aks ** deploy|up|update|config-zip|swap|restart|upgrade · lacks --help
  az role assignment create|update, az storage blob upload|upload-batch|sync
  + az webapp up -n x ¦ az deployment group create -g rg -f main.bicep
  + az role assignment create --assignee a --role Owner
  - az webapp list ¦ az deployment group create -g rg --what-if ¦ az account show
`,
)
