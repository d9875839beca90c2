import type { Matcher, SqlDeed } from '../../model/rule.ts'
import { definePack } from '../rule.ts'
import { wordsIn } from '../text/word-table.ts'

const CLIENTS =
  wordsIn(`psql pgcli mysql mycli mariadb sqlite3 sqlite litecli cqlsh clickhouse-client clickhouse duckdb sqlcmd bq
  snowsql usql cockroach sqlplus isql trino presto hive beeline impala-shell bigquery`)

/** SQL reaches a database through its client, a cloud CLI, or typed as if the shell were one. */
function sql(...deeds: readonly SqlDeed[]): readonly Matcher[] {
  return [
    { program: CLIENTS, lacks: ['--help|--version'], sql: deeds },
    {
      program: ['aws'],
      path: ['athena|rds-data|redshift-data', 'start-query-execution|execute-statement|batch-execute-statement'],
      sql: deeds,
    },
    { program: ['wrangler'], path: ['d1', 'execute'], sql: deeds },
    { program: ['gcloud'], path: ['spanner|sql', '**', 'execute-sql|query'], sql: deeds },
    { program: ['prisma'], path: ['db', 'execute'], sql: deeds },
    { program: ['supabase', 'turso', 'pscale', 'neonctl'], path: ['**', 'execute|shell|query'], sql: deeds },
    { program: ['heroku'], path: ['pg:psql'], sql: deeds },
  ]
}

/** `DROP TABLE users` where a command should be: somebody's console, or a slip. */
const typed = (verb: string, words: readonly string[]): Matcher => ({ program: [verb], path: words })

/** A database that is thrown away after the run. */
const TEST = 'MIX_ENV=test|RAILS_ENV=test|NODE_ENV=test|APP_ENV=test*|DATABASE_URL=*test*'

const MONGO = ['mongosh', 'mongo']
const REDIS = ['redis-cli', 'valkey-cli', 'keydb-cli', 'dragonfly-cli']

const MONGO_DROPS = [
  '*dropdatabase*|*.drop(*|*.drop|*.deletemany({})*|*.deletemany( {} )*|*.remove({})*|*dropcollection*|*.dropindex*|*dropuser*',
]

export const database = definePack('database', () => [
  {
    id: 'sql-drop',
    harm: 'drop-data',
    family: 'sql drop',
    when: [
      ...sql('drop', 'alter-drop'),
      typed('drop', ['database|table|schema|index|view']),
      typed('alter', ['table', '**', 'drop']),
    ],
    examples: {
      matches: [
        "psql -c 'DROP TABLE users'",
        "mysql -e 'drop database shop'",
        "sqlite3 app.db 'ALTER TABLE a DROP COLUMN b'",
        'echo "DROP TABLE x;" | psql prod',
        'psql <<EOF\nDROP SCHEMA public CASCADE;\nEOF',
      ],
      not: [
        "psql -c 'SELECT 1'",
        "echo 'DROP TABLE users'",
        "grep -r 'DROP TABLE' migrations/",
        'psql -c "SELECT \'drop table x\'"',
      ],
    },
  },
  {
    id: 'sql-truncate',
    harm: 'drop-data',
    family: 'sql truncate',
    when: [...sql('truncate'), typed('truncate', ['table'])],
    examples: {
      matches: ["psql -c 'TRUNCATE users'", "mysql shop -e 'truncate table orders'", 'truncate table orders'],
      not: ["psql -c 'SELECT trunc(1.5)'", "psql -c 'VACUUM'"],
    },
  },
  {
    id: 'sql-delete',
    harm: 'drop-data',
    family: 'sql delete',
    when: [...sql('delete', 'update-all'), typed('delete', ['from'])],
    examples: {
      matches: [
        "psql -c 'DELETE FROM users'",
        "sqlite3 a.db 'delete from t where id=1'",
        "mysql -e 'UPDATE users SET admin=1'",
      ],
      not: ["psql -c 'UPDATE users SET a=1 WHERE id=2'", "psql -c 'EXPLAIN DELETE FROM users'", 'psql -l'],
    },
  },
  {
    id: 'drop-tool',
    harm: 'drop-data',
    family: 'dropdb',
    when: [
      { program: ['dropdb', 'dropuser'], lacks: ['--help|--version'], operands: [1, 9] },
      { program: ['mysqladmin', 'mariadb-admin'], words: ['drop'] },
      { program: ['pg_resetwal', 'pg_dropcluster'], lacks: ['-n|--dry-run|--version|-V'] },
      { program: ['pg_restore'], has: ['-c|--clean'] },
      { program: ['nodetool'], path: ['**', 'decommission|removenode|clearsnapshot'] },
      { program: ['influx'], path: ['**', 'delete'] },
      { program: ['cypher-shell'], words: ['*detach delete*|*drop *'] },
      { program: ['etcdctl'], path: ['del'] },
      { program: ['consul'], path: ['kv', 'delete'] },
    ],
    about: 'operands',
    examples: {
      matches: ['dropdb shop', 'mysqladmin -u root drop shop', 'pg_restore --clean -d app dump'],
      not: ['createdb shop', 'mysqladmin status', 'pg_dump app'],
    },
  },
  {
    id: 'mongo-drop',
    harm: 'drop-data',
    family: 'mongo drop',
    when: [
      { program: MONGO, words: MONGO_DROPS },
      { program: MONGO, input: MONGO_DROPS },
      { program: ['mongorestore'], has: ['--drop'] },
      { program: ['db.*'], words: MONGO_DROPS },
      { program: ['db.dropdatabase*', 'db.*.drop*', 'db.*.remove*', 'db.*.deletemany*'] },
    ],
    examples: {
      matches: [
        "mongosh shop --eval 'db.dropDatabase()'",
        "mongo --eval 'db.users.drop()'",
        'mongorestore --drop dump/',
      ],
      not: ["mongosh --eval 'db.users.find()'", 'mongodump --out dump'],
    },
  },
  {
    id: 'redis-flush',
    harm: 'drop-data',
    family: 'redis flush',
    when: [
      { program: REDIS, words: ['flushall|flushdb|*flushall*|*flushdb*'] },
      { program: REDIS, path: ['**', 'config', 'set|rewrite|resetstat'] },
      { program: REDIS, path: ['**', 'shutdown|debug|replicaof|slaveof|failover'] },
      { program: REDIS, path: ['**', 'acl', 'deluser|setuser'] },
      { program: REDIS, input: ['*flushall*|*flushdb*'] },
      { program: REDIS, path: ['**', 'del|unlink|hdel'], via: ['xargs|parallel|find*'] },
    ],
    examples: {
      matches: [
        'redis-cli FLUSHALL',
        'redis-cli -n 3 flushdb',
        'redis-cli CONFIG SET appendonly no',
        'redis-cli --scan | xargs redis-cli del',
      ],
      not: ['redis-cli ping', 'redis-cli get a', 'redis-cli config get maxmemory'],
    },
  },
  {
    id: 'schema-reset',
    harm: 'drop-data',
    family: 'schema reset',
    when: [
      { program: ['prisma'], path: ['migrate', 'reset'] },
      { program: ['prisma'], path: ['db', 'push'], has: ['--accept-data-loss|--force-reset'] },
      {
        program: ['rails', 'rake', 'bin/rails'],
        words: ['db:drop*|db:reset*|db:purge*|db:setup*|db:migrate:reset|db:truncate_all|db:schema:load*'],
      },
      { program: ['artisan', 'php', 'sail'], words: ['migrate:fresh|migrate:reset|migrate:refresh|db:wipe'] },
      {
        program: ['python', 'python3', 'manage.py', 'django-admin'],
        words: ['flush|reset_db|sqlflush'],
        noWords: ['*.py'],
      },
      { program: ['python', 'python3', 'uv', 'poetry'], path: ['**', 'manage.py|*/manage.py', 'flush|reset_db'] },
      { program: ['manage.py', 'django-admin'], words: ['flush|reset_db'] },
      { program: ['sequelize', 'sequelize-cli'], words: ['db:drop|db:migrate:undo*|db:seed:undo*'] },
      { program: ['typeorm'], words: ['schema:drop|migration:revert'] },
      { program: ['knex'], words: ['migrate:rollback|migrate:down'] },
      { program: ['alembic'], path: ['downgrade'] },
      { program: ['flyway'], path: ['**', 'clean|undo'] },
      { program: ['liquibase'], path: ['**', 'drop-all|dropall|rollback*'] },
      { program: ['mix'], path: ['ecto.drop|ecto.reset|ecto.rollback'] },
      {
        program: ['dbmate', 'goose', 'migrate', 'golang-migrate', 'sql-migrate'],
        path: ['**', 'down|drop|rollback|reset|force'],
      },
      { program: ['diesel'], path: ['database', 'reset|drop'] },
      { program: ['sqlx'], path: ['database', 'drop|reset'] },
      { program: ['drizzle-kit'], path: ['drop'] },
      { program: ['bin/console', 'console'], words: ['doctrine:database:drop|doctrine:schema:drop'] },
    ],
    examples: {
      matches: [
        'npx prisma migrate reset',
        'rails db:drop',
        'php artisan migrate:fresh',
        'alembic downgrade -1',
        'mix ecto.reset',
      ],
      not: ['prisma migrate status', 'rails db:version', 'alembic history', 'knex migrate:status'],
    },
  },
  {
    id: 'migrate',
    harm: 'migrate',
    type: 'external',
    family: 'migrate',
    when: [
      { program: ['prisma'], path: ['migrate', 'deploy|dev|resolve'], lacks: ['--help|--create-only'] },
      { program: ['prisma'], path: ['db', 'push|seed'] },
      {
        program: ['rails', 'rake', 'bin/rails'],
        words: ['db:migrate|db:migrate:*|db:rollback*'],
        noWords: ['db:migrate:status'],
        noEnv: TEST,
      },
      { program: ['artisan', 'php', 'sail'], words: ['migrate|migrate:rollback'] },
      { program: ['manage.py', 'django-admin'], path: ['migrate'], lacks: ['--plan|--check|--help'] },
      {
        program: ['python', 'python3'],
        path: ['manage.py|*/manage.py', 'migrate'],
        lacks: ['--plan|--check|--help'],
      },
      { program: ['sequelize', 'sequelize-cli'], words: ['db:migrate'] },
      { program: ['typeorm'], words: ['migration:run|schema:sync'] },
      { program: ['knex'], words: ['migrate:latest|migrate:up'] },
      { program: ['alembic'], path: ['upgrade|stamp'], lacks: ['--sql'] },
      { program: ['flyway'], path: ['**', 'migrate|repair|baseline'] },
      { program: ['liquibase'], path: ['**', 'update|migrate|changelog-sync'] },
      { program: ['mix'], path: ['ecto.migrate'], noEnv: TEST },
      {
        program: ['dbmate', 'goose', 'migrate', 'golang-migrate', 'sql-migrate', 'atlas'],
        path: ['**', 'up|apply|migrate'],
      },
      { program: ['diesel', 'sqlx'], path: ['migration|migrate', 'run|revert|redo'] },
      { program: ['drizzle-kit'], path: ['push|migrate'] },
      { program: ['supabase'], path: ['db', 'push|reset'], lacks: ['--dry-run'] },
      { program: ['supabase'], path: ['migration', 'repair|squash|up|down'] },
      { program: ['gitlab-rake'] },
      {
        program: ['npm', 'yarn', 'pnpm', 'bun'],
        path: ['run', 'migrate|migrate:*|db:migrate|db:push|db:reset|migration:run'],
        noWords: ['*:status|*:create|*:generate'],
      },
      { program: ['make', 'just', 'task', 'mise'], path: ['migrate|migrate-*|db-migrate|db-reset'] },
    ],
    examples: {
      matches: [
        'npx prisma migrate deploy',
        'rails db:migrate',
        'python manage.py migrate',
        'alembic upgrade head',
        'npm run migrate',
      ],
      not: ['prisma generate', 'rails db:migrate:status', 'alembic current', 'python manage.py makemigrations'],
    },
  },
])
