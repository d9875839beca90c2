import { definePack } from '../rule.ts'

export const docker = definePack(
  'docker',
  `
DOCKER = docker|podman|nerdctl

remove: drop-data · family docker rm · about operands
  {DOCKER} rm|rmi · has -f|--force|-a|--all
  {DOCKER} container|image rm|remove · has -f|--force
  {DOCKER} volume|network|secret|config|stack|service|swarm|node|context|container prune|leave
  {DOCKER} volume|network|secret|config|stack|service|node|context rm|remove
  {DOCKER} system|container|image|builder|buildx prune · has -a|--all|--volumes
  {DOCKER} system prune|reset
  {DOCKER} compose down · has -v|--volumes|--rmi
  {DOCKER} compose rm · has -v|--volumes|-f|--force
  {DOCKER} compose up · has -V|--renew-anon-volumes
  docker-compose up · has -V|--renew-anon-volumes
  {DOCKER} pod|buildx|manifest|plugin rm · has -a|--all|-f|--force|--all-inactive
  {DOCKER} rm · has -v|--volumes
  {DOCKER} kube down · has --force
  {DOCKER} service scale *=0
  buildah rm|rmi|prune · has -a|--all|-f|--force|-p|--prune
  crictl rmi|rm|rmp · has -a|--all|-f|--force|-p|--prune
  docker-compose|podman-compose down · has -v|--volumes|--rmi
  docker-compose|podman-compose rm · has -v|--volumes|-f|--force
  {DOCKER} machine · words rm|reset
  + docker rm -f db ¦ docker system prune -a ¦ docker compose down -v ¦ docker volume rm data ¦ podman rm -af
  - docker ps ¦ docker compose down ¦ docker rm stopped ¦ docker compose up -d ¦ docker volume ls

mount: overwrite · family docker mount · about operands
  <mount> · operands is outside-project
  {DOCKER} build|buildx · option:-o|--output is home,outside-project
  + docker run -v ~/Music:/m cleaner ¦ docker run --mount type=bind,src=/home/u/Pictures,dst=/p x
  - docker run -v "$PWD":/w x ¦ docker run -v ~/.m2:/root/.m2 maven ¦ docker run -v data:/d x

stop-all: kill · family docker stop
  {DOCKER} stop|kill|pause|restart|rm · raw *docker*ps*|*podman*ps*|*docker container ls*
  {DOCKER} stop|kill · has -a|--all
  + docker stop $(docker ps -q) ¦ docker kill $(docker ps -aq)
  - docker stop web ¦ docker ps -q

escape: escalate · family docker run --privileged · about operands
  {DOCKER} run|create · has --privileged
  {DOCKER} run|create · has --device
  {DOCKER} run|create · has --cap-add=all,sys_*|--pid=host|--userns=host|--ipc=host|--security-opt=*unconfined
  {DOCKER} run|create · has --network=host|--net=host · lacks --rm
  {DOCKER} run|create · words /:/*|/:*|*/docker.sock:*|/etc:*|/root:*|/proc:*|/sys:*|/dev:*|/var/run:*|/boot:*|*src=/,*|*source=/,*|*,src=/|*,source=/|*docker.sock*
  {DOCKER} run|create · has -H|--host · words tcp://*
  + docker run --privileged x ¦ docker run -v /:/host alpine
  + docker run -v /var/run/docker.sock:/var/run/docker.sock x ¦ podman run --cap-add=SYS_ADMIN x
  - docker run --rm -v "$PWD":/w node:22 npm test ¦ docker run -p 8080:80 nginx ¦ docker build .

build-secret: send · external · family docker build secret
  {DOCKER} build|buildx · has --build-arg · words *_key=?*|*token=?*|*secret=?*|*password=?*
  {DOCKER} build|buildx · words *src=*/.ssh/*|*src=*/.aws/*|*source=*/.ssh/*
  + docker build --build-arg API_KEY=abc . ¦ docker build --secret id=k,src=/home/u/.ssh/id_rsa .
  - docker build --build-arg VERSION=1 . ¦ docker build -t x .
`,
)
