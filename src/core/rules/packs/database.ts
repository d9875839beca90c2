import { definePack } from '../rule.ts'

export const database = definePack(
  'database',
  `
MONGO = mongosh|mongo
REDIS = redis-cli|valkey-cli|keydb-cli|dragonfly-cli
REDIS_WRITES = del|unlink|hdel|getdel|expire|pexpire|expireat|pexpireat|rename|set|ltrim|lpop|rpop|spop|srem|zrem|xdel|xtrim|move
TEST = MIX_ENV=test|RAILS_ENV=test|NODE_ENV=test|APP_ENV=test*|DATABASE_URL=*test*
MONGO_DROPS = *dropdatabase*|*.drop(*|*.drop|*.deletemany(*|*.remove({*|*deletemany*{filter:{}}*|*deletemany*{filter: {}}*|*deletemany:*{}*|*dropcollection*|*.dropindex*|*dropuser*|*.updatemany({},*|*.updatemany({ },*|*.renamecollection(*|*$out*|*admincommand*shutdown*|*.shutdownserver(*|*runcommand*drop*|*_dropdatabase*|*_drop(*
SERVERS = psql|pgcli|mysql|mycli|mariadb|cqlsh|clickhouse-client|cockroach|snowsql|sqlplus|sqlcmd
DUMPS = mysqldump|mariadb-dump|pg_dump|pg_dumpall|zcat|gzcat|gunzip|gzip|xzcat|xz|bzcat|bunzip2|bzip2|zstd|zstdcat|pigz|unzip|ssh|curl|wget|aws|gsutil|openssl|gpg|python|python3|manage.py|php|rails
CLIENTS = psql|pgcli|mysql|mycli|mariadb|sqlite3|sqlite|litecli|cqlsh|clickhouse-client|clickhouse|duckdb|sqlcmd|bq|snowsql|usql|cockroach|sqlplus|isql|trino|presto|hive|beeline|impala-shell|bigquery

sql-drop: drop-data · family sql drop
  {CLIENTS} · lacks --help|--version · sql drop,alter-drop
  aws athena|rds-data|redshift-data start-query-execution|execute-statement|batch-execute-statement · sql drop,alter-drop
  wrangler d1 execute, gcloud spanner|sql ** execute-sql|query, prisma db execute · sql drop,alter-drop
  supabase|turso|pscale|neonctl ** execute|shell|query, heroku pg:psql · sql drop,alter-drop
  drop database|table|schema|index|view, alter table ** drop
  <stranger> · lacks --help|--version · sql drop,alter-drop
  curl|wget|http|https|xh · http host local,data-service · sql drop,alter-drop
  {SERVERS} · lacks --help|--version · from {DUMPS}
  sqlite3|sqlite · words .restore?*|.open?--new*|.open?*--new?*|.clone?*
  + psql -c 'DROP TABLE users' ¦ mysql -e 'drop database shop' ¦ sqlite3 app.db 'ALTER TABLE a DROP COLUMN b'
  + echo "DROP TABLE x;" | psql prod ¦ psql <<EOF⏎DROP SCHEMA public CASCADE;⏎EOF
  - psql -c 'SELECT 1' ¦ echo 'DROP TABLE users' ¦ grep -r 'DROP TABLE' migrations/ ¦ psql -c "SELECT 'drop table x'"

sql-truncate: drop-data · family sql truncate
  {CLIENTS} · lacks --help|--version · sql truncate
  aws athena|rds-data|redshift-data start-query-execution|execute-statement|batch-execute-statement · sql truncate
  wrangler d1 execute, gcloud spanner|sql ** execute-sql|query, prisma db execute · sql truncate
  supabase|turso|pscale|neonctl ** execute|shell|query, heroku pg:psql · sql truncate
  truncate table
  <stranger> · lacks --help|--version · sql truncate
  curl|wget|http|https|xh · http host local,data-service · sql truncate
  + psql -c 'TRUNCATE users' ¦ mysql shop -e 'truncate table orders' ¦ truncate table orders
  - psql -c 'SELECT trunc(1.5)' ¦ psql -c 'VACUUM'

sql-delete: drop-data · family sql delete
  {CLIENTS} · lacks --help|--version · sql delete,update-all
  aws athena|rds-data|redshift-data start-query-execution|execute-statement|batch-execute-statement · sql delete,update-all
  wrangler d1 execute, gcloud spanner|sql ** execute-sql|query, prisma db execute · sql delete,update-all
  supabase|turso|pscale|neonctl ** execute|shell|query, heroku pg:psql · sql delete,update-all
  delete from
  <stranger> · lacks --help|--version · sql delete,update-all
  curl|wget|http|https|xh · http host local,data-service · sql delete,update-all
  + psql -c 'DELETE FROM users' ¦ sqlite3 a.db 'delete from t where id=1' ¦ mysql -e 'UPDATE users SET admin=1'
  - psql -c 'UPDATE users SET a=1 WHERE id=2' ¦ psql -c 'EXPLAIN DELETE FROM users' ¦ psql -l

drop-tool: drop-data · family dropdb · about operands
  dropdb|dropuser · lacks --help|--version · operands 1-9
  mysqladmin|mariadb-admin · words drop
  pg_resetwal|pg_dropcluster · lacks -n|--dry-run|--version|-V
  pg_restore · has -c|--clean
  cypher-shell · words *delete *|*drop *
  cypher-shell · input *delete *|*drop *
  mysqladmin|mariadb-admin · words shutdown|flush-*|password|kill
  mongoimport · has --drop|--mode=delete
  aws dynamodb batch-write-item|transact-write-items
  curl|http|xh · http body *remove_index*
  curl|http|xh · http body *detach delete*
  + dropdb shop ¦ mysqladmin -u root drop shop ¦ pg_restore --clean -d app dump
  - createdb shop ¦ mysqladmin status ¦ pg_dump app

mongo-drop: drop-data · family mongo drop
  {MONGO}|<stranger> · words {MONGO_DROPS}
  {MONGO} · input {MONGO_DROPS}
  mongorestore · has --drop
  db.* · words {MONGO_DROPS}
  db.dropdatabase*|db.*.drop*|db.*.remove*|db.*.deletemany*
  + mongosh shop --eval 'db.dropDatabase()' ¦ mongo --eval 'db.users.drop()' ¦ mongorestore --drop dump/
  - mongosh --eval 'db.users.find()' ¦ mongodump --out dump

redis-flush: drop-data · family redis flush
  {REDIS} · words flushall|flushdb|*flushall*|*flushdb*
  {REDIS} ** config|acl|script|function|cluster|client set|rewrite|resetstat|deluser|setuser|flush|kill|delete|restore|reset|forget|failover|flushslots|delslots
  {REDIS} ** shutdown|debug|replicaof|slaveof|failover|swapdb|rename|migrate|restore
  {REDIS} · words *call(?flush*|*call(?del*|*call(?unlink*|*call(?rename*|*call(?expire*
  {REDIS} · input *flushall*|*flushdb*|*swapdb*
  {REDIS} ** {REDIS_WRITES} · via xargs|parallel|find*
  {REDIS} ** del|unlink · has -h|-u · without localhost|127.0.0.1|redis://localhost*|redis://127.*
  + redis-cli FLUSHALL ¦ redis-cli -n 3 flushdb ¦ redis-cli CONFIG SET appendonly no
  + redis-cli --scan | xargs redis-cli del
  - redis-cli ping ¦ redis-cli get a ¦ redis-cli config get maxmemory

schema-reset: drop-data · family schema reset
  prisma migrate reset · no-env {TEST}
  prisma db push · has --accept-data-loss|--force-reset · no-env {TEST}
  rails|rake|bin/rails · words db:drop*|db:reset*|db:purge*|db:setup*|db:migrate:reset|db:truncate_all|db:schema:load* · no-env {TEST}
  artisan|php|sail · words migrate:fresh|migrate:reset|migrate:refresh|db:wipe · no-env {TEST}
  python|python3|manage.py|django-admin · words flush|reset_db|sqlflush · without *.py · no-env {TEST}
  python|python3|uv|poetry ** manage.py|*/manage.py flush|reset_db · no-env {TEST}
  manage.py|django-admin · words flush|reset_db · no-env {TEST}
  sequelize|sequelize-cli · words db:drop|db:migrate:undo*|db:seed:undo* · no-env {TEST}
  typeorm · words schema:drop|migration:revert · no-env {TEST}
  knex · words migrate:rollback|migrate:down · no-env {TEST}
  alembic downgrade, flyway ** clean|undo, liquibase ** drop-all|dropall|rollback* · no-env {TEST}
  mix ecto.drop|ecto.reset|ecto.rollback · no-env {TEST}
  dbmate|goose|migrate|golang-migrate|sql-migrate ** down|drop|rollback|reset|force, diesel database reset|drop · no-env {TEST}
  sqlx database drop|reset, drizzle-kit drop · no-env {TEST}
  bin/console|console · words doctrine:database:drop|doctrine:schema:drop · no-env {TEST}
  + npx prisma migrate reset ¦ rails db:drop ¦ php artisan migrate:fresh ¦ alembic downgrade -1 ¦ mix ecto.reset
  - prisma migrate status ¦ rails db:version ¦ alembic history ¦ knex migrate:status

migrate: migrate · external
  prisma migrate deploy|dev|resolve · lacks --help|--create-only · no-env {TEST}
  prisma db push|seed · no-env {TEST}
  rails|rake|bin/rails · words db:migrate|db:migrate:*|db:rollback* · without db:migrate:status · no-env {TEST}
  artisan|php|sail · words migrate|migrate:rollback · lacks --pretend · no-env {TEST}
  manage.py|django-admin migrate, python|python3 manage.py|*/manage.py migrate · lacks --plan|--check|--help · no-env {TEST}
  sequelize|sequelize-cli · words db:migrate · no-env {TEST}
  typeorm · words migration:run|schema:sync · no-env {TEST}
  knex · words migrate:latest|migrate:up · no-env {TEST}
  alembic upgrade|stamp · lacks --sql · no-env {TEST}
  flyway ** migrate|repair|baseline, liquibase ** update|migrate|changelog-sync · no-env {TEST}
  mix ecto.migrate · no-env {TEST}
  dbmate|goose|migrate|golang-migrate|sql-migrate|atlas ** up|apply|migrate · no-env {TEST}
  diesel|sqlx migration|migrate run|revert|redo, drizzle-kit push|migrate · no-env {TEST}
  supabase db push|reset · lacks --dry-run · no-env {TEST}
  supabase migration repair|squash|up|down, gitlab-rake · no-env {TEST}
  npm|yarn|pnpm|bun run migrate|migrate:*|db:migrate|db:push|db:reset|migration:run · without *:status|*:create|*:generate · no-env {TEST}
  make|just|task|mise migrate|migrate-*|db-migrate|db-reset · no-env {TEST}
  + npx prisma migrate deploy ¦ rails db:migrate ¦ python manage.py migrate ¦ alembic upgrade head ¦ npm run migrate
  - prisma generate ¦ rails db:migrate:status ¦ alembic current ¦ python manage.py makemigrations
`,
)
