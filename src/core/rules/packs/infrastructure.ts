import { definePack } from '../rule.ts'

const TERRAFORM = ['terraform', 'tofu', 'terragrunt', 'opentofu']
const HELP = '-help|--help|-h'

export const infrastructure = definePack('infrastructure', () => [
  {
    id: 'destroy',
    harm: 'drop-data',
    type: 'external',
    family: 'terraform destroy',
    when: [
      { program: TERRAFORM, path: ['destroy'], lacks: [HELP] },
      { program: TERRAFORM, path: ['run-all|run|stack', 'destroy'], lacks: [HELP] },
      { program: TERRAFORM, path: ['apply|plan'], has: ['-destroy|--destroy'], lacks: [HELP] },
      { program: TERRAFORM, path: ['state', 'rm|mv|push|replace-provider'], lacks: [HELP, '-dry-run|--dry-run'] },
      { program: TERRAFORM, path: ['force-unlock'], lacks: [HELP], operands: [1, 9] },
      { program: TERRAFORM, path: ['taint|untaint'], lacks: [HELP] },
      { program: TERRAFORM, path: ['workspace', 'delete'], lacks: [HELP] },
      { program: TERRAFORM, path: ['init'], has: ['-migrate-state|-force-copy|-reconfigure'] },
      {
        program: ['atmos'],
        path: ['terraform|opentofu|tofu|helmfile', 'destroy|clean|taint|untaint|force-unlock'],
        lacks: [HELP],
      },
      { program: ['atmos'], path: ['terraform|opentofu|tofu', 'state|workspace', 'rm|mv|push|delete'], lacks: [HELP] },
      { program: ['atmos'], path: ['terraform|opentofu|tofu', 'plan'], has: ['-destroy'] },
      { program: ['pulumi'], path: ['destroy'], lacks: [HELP, '--preview-only'] },
      { program: ['pulumi'], path: ['stack', 'rm'], lacks: [HELP] },
      { program: ['pulumi'], path: ['state', 'delete|unprotect|move|repair'], lacks: [HELP] },
      { program: ['cdk', 'cdktf', 'sst'], path: ['destroy|remove'], lacks: [HELP] },
      { program: ['sam', 'samlocal'], path: ['delete'], lacks: [HELP] },
      { program: ['serverless', 'sls'], path: ['remove'], lacks: [HELP] },
      { program: ['vagrant'], path: ['destroy'], lacks: [HELP] },
      { program: ['packer', 'nomad'], path: ['**', 'stop|purge|delete'], lacks: [HELP] },
    ],
    about: 'operands',
    examples: {
      matches: [
        'terraform destroy -auto-approve',
        'terraform state rm aws_x.y',
        'pulumi --cwd p destroy',
        'cdk destroy',
        'terragrunt run-all destroy',
      ],
      not: ['terraform plan', 'terraform state list', 'pulumi preview', 'cdk diff', 'terraform -chdir=p validate'],
    },
  },
  {
    id: 'apply',
    harm: 'deploy',
    type: 'external',
    family: 'terraform apply',
    when: [
      { program: TERRAFORM, path: ['apply|import'], lacks: [HELP] },
      { program: TERRAFORM, path: ['run-all|run', 'apply'], lacks: [HELP] },
      { program: ['atmos'], path: ['terraform|opentofu|tofu|helmfile', 'apply|deploy|sync|import'], lacks: [HELP] },
      { program: ['pulumi'], path: ['up|update|refresh'], lacks: [HELP, '--preview-only'] },
      { program: ['cdk', 'cdktf', 'sst'], path: ['deploy|bootstrap|import'], lacks: [HELP] },
      { program: ['sam'], path: ['deploy|sync'], lacks: [HELP] },
      { program: ['serverless', 'sls'], path: ['deploy|rollback'], lacks: [HELP] },
      {
        program: ['ansible-playbook'],
        lacks: ['--check|-C|--list-hosts|--list-tasks|--list-tags|--syntax-check|--help|--version'],
        operands: [1, 99],
      },
      {
        program: ['ansible'],
        has: ['-m|--module-name|-a|--args'],
        lacks: ['--check|-C|--list-hosts'],
        noWords: ['ping|setup|debug|stat|gather_facts'],
      },
      { program: ['chef-client', 'puppet'], path: ['apply|agent'], lacks: ['--noop|--why-run'] },
    ],
    about: 'operands',
    examples: {
      matches: ['terraform apply -auto-approve', 'pulumi up --yes', 'cdk deploy', 'ansible-playbook -i prod site.yml'],
      not: [
        'terraform plan',
        'pulumi preview',
        'cdk synth',
        'ansible-playbook --check site.yml',
        'ansible all -m ping',
      ],
    },
  },
])
