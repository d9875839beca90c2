import type { Rule } from '../../model/rule.ts'
import { wordSet } from '../text/word-table.ts'

/** On every machine on which an agent works: these may be named beside any command. */
const EVERYWHERE: ReadonlySet<string> = wordSet(
  'git ls mv cp cat cut tar chmod env alias id ps pgrep df type mktemp hostname ping uptime crontab sudo lsblk lvs ip curl dig nc sysctl fairlead',
)

/** Tools that look without changing, for rules that speak of many programs: the row of the program itself. */
const OF_PROGRAM: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'database.migrate': {
    'manage.py': 'python manage.py showmigrations',
    python: 'python manage.py showmigrations',
    python3: 'python3 manage.py showmigrations',
    'django-admin': 'django-admin showmigrations',
    rails: 'rails db:migrate:status',
    rake: 'rake db:migrate:status',
    alembic: 'alembic current',
    knex: 'knex migrate:status',
    'sequelize-cli': 'sequelize-cli db:migrate:status',
    flyway: 'flyway info',
    dbmate: 'dbmate status',
    artisan: 'php artisan migrate:status',
  },
  'database.sql': {
    mysql: "mysql -e 'SELECT count(*) FROM users'",
    mariadb: "mariadb -e 'SELECT count(*) FROM users'",
    sqlite3: "sqlite3 app.db 'SELECT count(*) FROM users'",
  },
  'docker.remove': { podman: 'podman ps -a' },
}
const SHELLS: ReadonlySet<string> = wordSet('sh bash dash zsh ksh')

/** The safer way of a rule, where it names the tool that is used, or one that everybody has. Never somebody else's tool. */
export function saferWay({ id, safer }: Pick<Rule, 'id' | 'safer'>, program: string): string | undefined {
  if (safer === undefined) return undefined
  const family = id.startsWith('database.sql-') ? 'database.sql' : id
  const own = OF_PROGRAM[family === 'database.schema-reset' ? 'database.migrate' : family]?.[program]
  if (own !== undefined) return own
  const [tool = ''] = safer.split(' ', 1)
  const isShared = EVERYWHERE.has(tool) || tool === program || (tool === 'bash' && SHELLS.has(program))
  return isShared ? safer : undefined
}
