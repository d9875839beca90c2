import { definePack } from '../rule.ts'

export const kubernetes = definePack(
  'kubernetes',
  `
DRY = --dry-run|--help|-h
KUBECTL = kubectl|k|oc|kubecolor|k3s|microk8s

delete: drop-data · external · family kubectl delete · about operands
  {KUBECTL} delete, {KUBECTL} kubectl delete, {KUBECTL} drain|evict|cordon · lacks {DRY}
  {KUBECTL} replace|apply · has --force|--prune · lacks {DRY}
  helm|helm3 uninstall|delete|del|un · lacks {DRY}
  helmfile ** destroy|delete
  kind|minikube|k3d|eksctl|kops delete * · lacks --help
  eksctl|kops delete, argocd|flux|istioctl|linkerd ** delete|uninstall
  + kubectl delete ns prod ¦ kubectl --context p delete pvc x ¦ helm uninstall web ¦ kubectl drain node1
  + kubectl apply --force -f a.yaml
  - kubectl get pods ¦ kubectl delete pod x --dry-run=client ¦ helm list ¦ kubectl describe pod x

change: deploy · external · family kubectl apply · about operands
  {KUBECTL} apply|create|replace|patch|edit|scale|autoscale|set|expose|run · lacks {DRY}|--list|-o · operands 0-99
  {KUBECTL} rollout undo|restart|pause|resume, {KUBECTL} uncordon · lacks {DRY}
  {KUBECTL} config delete-*|unset
  helm|helm3 install|upgrade|rollback · lacks {DRY}
  helmfile ** apply|sync, argocd app sync|set|rollback, skaffold run|deploy|delete, flux bootstrap|reconcile|suspend
  + kubectl apply -f app.yaml ¦ kubectl scale deploy/web --replicas=0 ¦ helm upgrade web ./chart
  + kubectl rollout undo deploy/web
  - kubectl diff -f app.yaml ¦ helm template web ./chart ¦ kubectl rollout status deploy/web
  - helm upgrade web ./chart --dry-run
`,
)
