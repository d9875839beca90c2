import { definePack } from '../rule.ts'

export const infrastructure = definePack(
  'infrastructure',
  `
HELP = -help|--help|-h
TERRAFORM = terraform|tofu|terragrunt|opentofu

destroy: drop-data · external · family terraform destroy · about operands
  {TERRAFORM} destroy, {TERRAFORM} run-all|run|stack destroy · lacks {HELP}
  {TERRAFORM} apply · has -destroy|--destroy · lacks {HELP}
  {TERRAFORM} state rm|mv|push|replace-provider · lacks {HELP}|-dry-run|--dry-run
  {TERRAFORM} force-unlock · lacks {HELP} · operands 1-9
  {TERRAFORM} taint|untaint, {TERRAFORM} workspace delete · lacks {HELP}
  {TERRAFORM} init · has -migrate-state|-force-copy|-reconfigure
  atmos terraform|opentofu|tofu|helmfile destroy|clean|taint|untaint|force-unlock · lacks {HELP}
  atmos terraform|opentofu|tofu state|workspace rm|mv|push|delete · lacks {HELP}
  atmos terraform|opentofu|tofu plan · has -destroy
  pulumi destroy · lacks {HELP}|--preview-only
  pulumi stack rm, pulumi state delete|unprotect|move|repair, cdk|cdktf|sst destroy|remove · lacks {HELP}
  sam|samlocal delete, serverless|sls remove, vagrant destroy, packer|nomad ** stop|purge|delete · lacks {HELP}
  + terraform destroy -auto-approve ¦ terraform state rm aws_x.y ¦ pulumi --cwd p destroy ¦ cdk destroy
  + terragrunt run-all destroy
  - terraform plan ¦ terraform state list ¦ pulumi preview ¦ cdk diff ¦ terraform -chdir=p validate

apply: deploy · external · family terraform apply · about operands
  {TERRAFORM} apply|import, {TERRAFORM} run-all|run apply · lacks {HELP}
  atmos terraform|opentofu|tofu|helmfile apply|deploy|sync|import · lacks {HELP}
  pulumi up|update|refresh · lacks {HELP}|--preview-only
  cdk|cdktf|sst deploy|bootstrap|import, sam deploy|sync, serverless|sls deploy|rollback · lacks {HELP}
  ansible-playbook · lacks --check|-C|--list-hosts|--list-tasks|--list-tags|--syntax-check|--help|--version · operands 1-99
  ansible · has -m|--module-name|-a|--args · lacks --check|-C|--list-hosts · without ping|setup|debug|stat|gather_facts
  chef-client|puppet apply|agent · lacks --noop|--why-run
  + terraform apply -auto-approve ¦ pulumi up --yes ¦ cdk deploy ¦ ansible-playbook -i prod site.yml
  - terraform plan ¦ pulumi preview ¦ cdk synth ¦ ansible-playbook --check site.yml ¦ ansible all -m ping
`,
)
