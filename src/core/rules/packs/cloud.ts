import { definePack } from '../rule.ts'

const DRY = '--help|--dry-run|--dryrun|--generate-cli-skeleton|--what-if|--validate-only'

/** Verbs that take something away, as the cloud CLIs spell them. */
const GONE =
  'delete|delete-*|destroy|destroy-*|remove|remove-*|rm|rb|purge|purge-*|terminate|terminate-*|deregister-*|undelete_|drop|wipe|undeploy|abandon|detach-*|disassociate-*|revoke-*|cancel-*|disable-*|release-*|schedule-key-deletion|batch-delete*|unset|reset|reset-*|deallocate'

export const cloud = definePack('cloud', () => [
  {
    id: 'aws-delete',
    harm: 'drop-data',
    type: 'external',
    family: 'aws delete',
    when: [
      { program: ['aws', 'awslocal'], path: ['*', GONE], lacks: [DRY] },
      { program: ['aws', 'awslocal'], path: ['*', GONE], has: ['--no-dry-run|--no-dryrun'] },
      { program: ['aws'], path: ['s3', 'sync'], has: ['--delete'], lacks: [DRY] },
      { program: ['aws'], path: ['s3', 'rb|rm'], lacks: [DRY] },
    ],
    about: 'operands',
    examples: {
      matches: [
        'aws ec2 terminate-instances --instance-ids i-1',
        'aws --profile prod s3 rm s3://b --recursive',
        'aws s3 sync . s3://b --delete',
        'aws iam delete-user --user-name x',
      ],
      not: [
        'aws s3 ls',
        'aws ec2 describe-instances',
        'aws s3 rm s3://b/ --recursive --dryrun',
        'aws sts get-caller-identity',
      ],
    },
  },
  {
    id: 'aws-change',
    harm: 'deploy',
    type: 'external',
    family: 'aws change',
    when: [
      {
        program: ['aws'],
        path: ['cloudformation', 'deploy|create-stack|update-stack|execute-change-set|cancel-update-stack'],
        lacks: [DRY],
      },
      {
        program: ['aws'],
        path: ['lambda', 'update-function-code|update-function-configuration|publish-version|update-alias'],
        lacks: [DRY],
      },
      { program: ['aws'], path: ['ecs', 'update-service|deploy|register-task-definition'], lacks: [DRY] },
      { program: ['aws'], path: ['deploy', 'create-deployment|push'] },
      {
        program: ['aws'],
        path: ['elasticbeanstalk', 'update-environment|rebuild-environment|swap-environment-cnames'],
      },
      { program: ['aws'], path: ['route53', 'change-resource-record-sets'] },
      { program: ['aws'], path: ['secretsmanager', 'put-secret-value|update-secret|rotate-secret|restore-secret'] },
      { program: ['aws'], path: ['ssm', 'put-parameter|send-command'] },
      { program: ['aws'], path: ['s3api', 'put-bucket-*|put-public-access-block|put-object-acl'] },
      {
        program: ['aws'],
        path: [
          'iam',
          'attach-*|put-*-policy|create-access-key|add-user-to-group|update-assume-role-policy|create-login-profile',
        ],
      },
      {
        program: ['aws'],
        path: [
          'ec2',
          'authorize-security-group-*|stop-instances|modify-instance-attribute|reboot-instances|run-instances',
        ],
        lacks: [DRY],
      },
      { program: ['aws'], path: ['cloudfront', 'create-invalidation|update-distribution'] },
      { program: ['aws'], path: ['rds', 'modify-db-*|stop-db-*|reboot-db-*|restore-*|failover-*'] },
      { program: ['aws'], path: ['athena', 'start-query-execution'], words: ['*file://*'] },
      { program: ['aws'], path: ['kms', 'disable-key|put-key-policy'] },
    ],
    about: 'operands',
    examples: {
      matches: [
        'aws cloudformation deploy --stack-name x',
        'aws lambda update-function-code --function-name f',
        'aws s3api put-bucket-policy --bucket b',
      ],
      not: ['aws cloudformation describe-stacks', 'aws lambda list-functions', 'aws logs tail g'],
    },
  },
  {
    id: 'gcloud-delete',
    harm: 'drop-data',
    type: 'external',
    family: 'gcloud delete',
    when: [
      {
        program: ['gcloud'],
        path: ['**', 'delete|destroy|undeploy|purge|abandon|disable|rm|remove-iam-policy-binding|reset|failover'],
        lacks: ['--help'],
        noWords: ['config'],
      },
      { program: ['gsutil'], path: ['**', 'rm|rb'], lacks: ['--help|-n'] },
      { program: ['gsutil'], path: ['**', 'rsync'], has: ['-d'], lacks: ['-n'] },
      { program: ['bq'], path: ['**', 'rm'] },
    ],
    about: 'operands',
    examples: {
      matches: [
        'gcloud compute instances delete vm',
        'gcloud --project p projects delete p',
        'gsutil -m rm -r gs://b',
        'gcloud storage rm gs://b/f',
      ],
      not: ['gcloud compute instances list', 'gsutil ls gs://b', 'gcloud config list'],
    },
  },
  {
    id: 'gcloud-change',
    harm: 'deploy',
    type: 'external',
    family: 'gcloud change',
    when: [
      {
        program: ['gcloud'],
        path: [
          'app|functions|run|builds|deploy|dataflow',
          '**',
          'deploy|submit|promote|replace|update-traffic|set-iam-policy',
        ],
        lacks: ['--help|--no-promote_'],
      },
      { program: ['gcloud'], path: ['**', 'add-iam-policy-binding|set-iam-policy|set-password|resize'] },
      { program: ['gcloud'], path: ['sql', 'instances', 'patch|restart|restore-backup|clone'] },
      { program: ['gsutil'], path: ['**', 'iam|acl|defacl', 'set|ch'] },
    ],
    about: 'operands',
    examples: {
      matches: [
        'gcloud app deploy',
        'gcloud run deploy web --image x',
        'gcloud projects add-iam-policy-binding p --member m --role r',
      ],
      not: ['gcloud app versions list', 'gcloud run services list', 'gcloud auth list'],
    },
  },
  {
    id: 'az-delete',
    harm: 'drop-data',
    type: 'external',
    family: 'az delete',
    when: [
      {
        program: ['az'],
        path: ['**', 'delete|delete-batch|purge|remove|deallocate|stop|reset'],
        lacks: ['--help|-h|--dryrun'],
      },
      { program: ['azcopy'], path: ['remove|rm'], lacks: ['--dry-run'] },
      { program: ['azcopy'], path: ['sync'], has: ['--delete-destination'], lacks: ['--dry-run'] },
    ],
    about: 'operands',
    examples: {
      matches: [
        'az group delete -n rg',
        'az --subscription p keyvault key purge --name k',
        'azcopy remove https://a/b',
      ],
      not: ['az group list', 'az vm show -n v', 'azcopy list https://a/b'],
    },
  },
  {
    id: 'az-change',
    harm: 'deploy',
    type: 'external',
    family: 'az change',
    when: [
      { program: ['az'], path: ['deployment', '**', 'create'], lacks: ['--what-if|--help'] },
      {
        program: ['az'],
        path: [
          'webapp|functionapp|containerapp|staticwebapp|acr|aks',
          '**',
          'deploy|up|update|config-zip|swap|restart|upgrade',
        ],
        lacks: ['--help'],
      },
      { program: ['az'], path: ['role', 'assignment', 'create|update'] },
      { program: ['az'], path: ['storage', 'blob', 'upload|upload-batch|sync'] },
    ],
    about: 'operands',
    examples: {
      matches: [
        'az webapp up -n x',
        'az deployment group create -g rg -f main.bicep',
        'az role assignment create --assignee a --role Owner',
      ],
      not: ['az webapp list', 'az deployment group create -g rg --what-if', 'az account show'],
    },
  },
])
