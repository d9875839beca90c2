import { definePack } from '../rule.ts'

const DOCKER = ['docker', 'podman', 'nerdctl']
const RUN = 'run|create'

export const docker = definePack('docker', () => [
  {
    id: 'remove',
    harm: 'drop-data',
    family: 'docker rm',
    when: [
      { program: DOCKER, path: ['rm|rmi'], has: ['-f|--force|-a|--all'] },
      { program: DOCKER, path: ['container|image', 'rm|remove'], has: ['-f|--force'] },
      {
        program: DOCKER,
        path: ['volume|network|secret|config|stack|service|swarm|node|context|container', 'prune|leave'],
      },
      { program: DOCKER, path: ['volume|network|secret|config|stack|service|node|context', 'rm|remove'] },
      { program: DOCKER, path: ['system|container|image|builder|buildx', 'prune'], has: ['-a|--all|--volumes'] },
      { program: DOCKER, path: ['system', 'prune|reset'] },
      { program: DOCKER, path: ['compose', 'down'], has: ['-v|--volumes|--rmi'] },
      { program: DOCKER, path: ['compose', 'rm'], has: ['-v|--volumes|-f|--force'] },
      { program: ['docker-compose', 'podman-compose'], path: ['down'], has: ['-v|--volumes|--rmi'] },
      { program: ['docker-compose', 'podman-compose'], path: ['rm'], has: ['-v|--volumes|-f|--force'] },
      { program: DOCKER, path: ['machine'], words: ['rm|reset'] },
    ],
    about: 'operands',
    examples: {
      matches: [
        'docker rm -f db',
        'docker system prune -a',
        'docker compose down -v',
        'docker volume rm data',
        'podman rm -af',
      ],
      not: ['docker ps', 'docker compose down', 'docker rm stopped', 'docker compose up -d', 'docker volume ls'],
    },
  },
  {
    id: 'stop-all',
    harm: 'kill',
    family: 'docker stop',
    when: [
      { program: DOCKER, path: ['stop|kill|pause|restart|rm'], raw: ['*docker*ps*|*podman*ps*|*docker container ls*'] },
      { program: DOCKER, path: ['stop|kill'], has: ['-a|--all'] },
    ],
    examples: {
      matches: ['docker stop $(docker ps -q)', 'docker kill $(docker ps -aq)'],
      not: ['docker stop web', 'docker ps -q'],
    },
  },
  {
    id: 'escape',
    harm: 'escalate',
    family: 'docker run --privileged',
    when: [
      { program: DOCKER, path: [RUN], has: ['--privileged'] },
      { program: DOCKER, path: [RUN], has: ['--device'] },
      {
        program: DOCKER,
        path: [RUN],
        has: ['--cap-add=all,sys_*|--pid=host|--userns=host|--ipc=host|--security-opt=*unconfined'],
      },
      { program: DOCKER, path: [RUN], has: ['--network=host|--net=host'], lacks: ['--rm'] },
      {
        program: DOCKER,
        path: [RUN],
        words: [
          '/:/*|/:*|*/docker.sock:*|/etc:*|/root:*|/proc:*|/sys:*|/dev:*|/var/run:*|/boot:*|*src=/,*|*source=/,*|*,src=/|*,source=/|*docker.sock*',
        ],
      },
      { program: DOCKER, has: ['-H|--host'], words: ['tcp://*'], path: [RUN] },
    ],
    about: 'operands',
    examples: {
      matches: [
        'docker run --privileged x',
        'docker run -v /:/host alpine',
        'docker run -v /var/run/docker.sock:/var/run/docker.sock x',
        'podman run --cap-add=SYS_ADMIN x',
      ],
      not: ['docker run --rm -v "$PWD":/w node:22 npm test', 'docker run -p 8080:80 nginx', 'docker build .'],
    },
  },
  {
    id: 'build-secret',
    harm: 'send',
    type: 'external',
    family: 'docker build secret',
    when: [
      {
        program: DOCKER,
        path: ['build|buildx'],
        words: ['*_key=?*|*token=?*|*secret=?*|*password=?*'],
        has: ['--build-arg'],
      },
      { program: DOCKER, path: ['build|buildx'], words: ['*src=*/.ssh/*|*src=*/.aws/*|*source=*/.ssh/*'] },
    ],
    examples: {
      matches: ['docker build --build-arg API_KEY=abc .', 'docker build --secret id=k,src=/home/u/.ssh/id_rsa .'],
      not: ['docker build --build-arg VERSION=1 .', 'docker build -t x .'],
    },
  },
])
