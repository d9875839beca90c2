export const CLOUD_PROGRAMS = `
[ docker podman nerdctl finch ] @containers data
  does overwrites last in cp over 2; copies rest in cp over 2; overwrites option:-o|--output in save|export; fills option:-o in build|buildx
  options open --config= -c|--context= -D|--debug -H|--host= -l|--log-level= --tls --tlscacert= --tlscert= --tlskey=
    --tlsverify @compose -f|--file= -p|--project-name= --project-directory= --profile= --env-file= --ansi= --progress=
    --parallel= --compatibility --dry-run --all-resources @compose.rm -f|--force -s|--stop -v|--volumes @compose.down
    -v|--volumes -t|--timeout= --rmi= --remove-orphans @rm|rmi|container.rm|container.remove|image.rm -f|--force
    -v|--volumes -l|--link -a|--all --no-prune @run|create -e|--env= -v|--volume= -p|--publish= -w|--workdir=
    -u|--user= -l|--label= -h|--hostname= -m|--memory= -c|--cpu-shares= -a|--attach= -i|--interactive -t|--tty
    -d|--detach -P|--publish-all -q|--quiet --rm --name= --network= --net= --entrypoint= --mount= --env-file=
    --cap-add= --cap-drop= --device= --privileged --pid= --ipc= --userns= --security-opt= --platform= --pull=
    --restart= --add-host= --gpus= --cpus= --tmpfs= --volumes-from= --shm-size= --init @exec -e|--env= -w|--workdir=
    -u|--user= -i|--interactive -t|--tty -d|--detach --privileged --env-file= @build|buildx.build -t|--tag= -f|--file=
    --build-arg= --target= --platform= -o|--output= --secret= --ssh= --label= --cache-from= --cache-to= --network=
    --progress= --push --load --pull --no-cache -q|--quiet
[ docker-compose podman-compose ] @containers
  options open -f|--file= -p|--project-name= --project-directory= --profile= --env-file= --ansi= --progress=
    --parallel= -H|--host= --context= @rm -f|--force -s|--stop -v|--volumes @down -v|--volumes -t|--timeout= --rmi=
    --remove-orphans
[ kubectl k oc kubecolor ] @clusters data
  does overwrites last in cp over 2; copies rest in cp over 2
  remote verbs exec|debug|run|attach · afterDashes
  options open --as= --as-group= --as-uid= --cache-dir= --certificate-authority= --client-certificate= --client-key=
    --cluster= --context= --kubeconfig= -n|--namespace= --password= --profile= --profile-output= --request-timeout=
    -s|--server= --tls-server-name= --token= --user= --username= -v= --v= --vmodule= -f|--filename= -k|--kustomize=
    -l|--selector= --field-selector= --grace-period= --timeout= --dry-run? -o|--output= --cascade? --all --force --now
    --wait? --ignore-not-found -A|--all-namespaces -R|--recursive -w|--watch --insecure-skip-tls-verify
    --match-server-version --disable-compression --warnings-as-errors -i|--stdin -t|--tty -c|--container= --replicas=
    --image= @patch -p|--patch= --type= @logs -p|--previous -f|--follow
[ aws awslocal ] @clouds data
  options open --profile= --region= --output= --endpoint-url= --query= --color= --ca-bundle= --cli-read-timeout=
    --cli-connect-timeout= --cli-binary-format= --debug --no-verify-ssl --no-paginate --no-sign-request --no-cli-pager
    --dry-run --dryrun --recursive --delete --force --quiet
[ gcloud ] @clouds data
  remote verbs ssh · code --command
  options open --project= --account= --configuration= --format= --filter= --zone= --region= --verbosity=
    --billing-project= --limit= --impersonate-service-account= --access-token-file= --flags-file= --sort-by=
    -q|--quiet --log-http --async
[ az ] @clouds data
  remote verbs invoke · code --scripts
  options open --subscription= -o|--output= --query= -g|--resource-group= -n|--name= --debug --verbose
    --only-show-errors -y|--yes --no-wait --dryrun --what-if
[ helm helm3 ] @clusters data
  options open -n|--namespace= --kube-context= --kubeconfig= --kube-apiserver= --kube-token= --registry-config=
    --debug
[ gh ] @gh data · speaks
  remote verbs ssh · afterDashes
  options open -R|--repo= --hostname= -X|--method= -f|--raw-field= -F|--field= -H|--header= --input= -q|--jq=
    -t|--template=
[ glab ] @gh data · speaks
  options open -R|--repo= --hostname= -X|--method= -f|--raw-field= -F|--field= -H|--header= --input= -q|--jq=
    -t|--template=
[ vagrant ]
  remote verbs ssh · code -c|--command · afterDashes
[ adb ]
  remote verbs shell · joins
[ lxc incus multipass ]
  remote verbs exec · afterDashes
[ limactl colima ]
  remote verbs shell · skips 1
[ lima ]
  remote
[ fly flyctl ] @infrastructure
  remote verbs console · code -C|--command
[ heroku ] @infrastructure
  remote verbs run · valued -a|--app|-r|--remote · joins
[ ansible ] @fastlane
  remote skips 9 · code -a|--args
[ salt ]
  remote verbs cmd.run · joins
[ pssh parallel-ssh pdsh clush ]
  remote valued -w|-g|-l|-h|-H|-p|-f|-t · joins
[ wsl ]
  remote valued -d|--distribution|-u|--user|--cd
[ distrobox ]
  remote verbs enter · afterDashes
[ toolbox ]
  remote verbs run · valued -c|--container|-d|--distro
`
