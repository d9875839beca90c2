import { definePack } from '../rule.ts'

const KUBECTL = ['kubectl', 'k', 'oc', 'kubecolor', 'k3s', 'microk8s']
const DRY = '--dry-run|--help|-h'

export const kubernetes = definePack('kubernetes', () => [
  {
    id: 'delete',
    harm: 'drop-data',
    type: 'external',
    family: 'kubectl delete',
    when: [
      { program: KUBECTL, path: ['delete'], lacks: [DRY] },
      { program: KUBECTL, path: ['kubectl', 'delete'], lacks: [DRY] },
      { program: KUBECTL, path: ['drain|evict|cordon'], lacks: [DRY] },
      { program: KUBECTL, path: ['replace|apply'], has: ['--force|--prune'], lacks: [DRY] },
      { program: ['helm', 'helm3'], path: ['uninstall|delete|del|un'], lacks: [DRY] },
      { program: ['helmfile'], path: ['**', 'destroy|delete'] },
      { program: ['kind', 'minikube', 'k3d', 'eksctl', 'kops'], path: ['delete|stop_', '*'], lacks: ['--help'] },
      { program: ['eksctl', 'kops'], path: ['delete'] },
      { program: ['argocd', 'flux', 'istioctl', 'linkerd'], path: ['**', 'delete|uninstall'] },
    ],
    about: 'operands',
    examples: {
      matches: [
        'kubectl delete ns prod',
        'kubectl --context p delete pvc x',
        'helm uninstall web',
        'kubectl drain node1',
        'kubectl apply --force -f a.yaml',
      ],
      not: ['kubectl get pods', 'kubectl delete pod x --dry-run=client', 'helm list', 'kubectl describe pod x'],
    },
  },
  {
    id: 'change',
    harm: 'deploy',
    type: 'external',
    family: 'kubectl apply',
    when: [
      {
        program: KUBECTL,
        path: ['apply|create|replace|patch|edit|scale|autoscale|set|expose|run'],
        lacks: [DRY, '--list|-o'],
        operands: [0, 99],
      },
      { program: KUBECTL, path: ['rollout', 'undo|restart|pause|resume'], lacks: [DRY] },
      { program: KUBECTL, path: ['uncordon'], lacks: [DRY] },
      { program: KUBECTL, path: ['config', 'delete-*|unset'] },
      { program: ['helm', 'helm3'], path: ['install|upgrade|rollback'], lacks: [DRY] },
      { program: ['helmfile'], path: ['**', 'apply|sync'] },
      { program: ['argocd'], path: ['app', 'sync|set|rollback'] },
      { program: ['skaffold'], path: ['run|deploy|delete'] },
      { program: ['flux'], path: ['bootstrap|reconcile|suspend'] },
    ],
    about: 'operands',
    examples: {
      matches: [
        'kubectl apply -f app.yaml',
        'kubectl scale deploy/web --replicas=0',
        'helm upgrade web ./chart',
        'kubectl rollout undo deploy/web',
      ],
      not: [
        'kubectl diff -f app.yaml',
        'helm template web ./chart',
        'kubectl rollout status deploy/web',
        'helm upgrade web ./chart --dry-run',
      ],
    },
  },
])
