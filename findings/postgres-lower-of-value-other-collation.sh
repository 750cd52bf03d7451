#!/bin/sh
# PostgreSQL 15.18 (Debian 12, postgresql-15 15.18-0+deb12u1) with pg 8.23.1, Node 20 or newer.
#
# Each side of `lower(address) = lower($1)` is written in a collation of its own: the column in that of the column, here
# "C", the value in that of the database, here Turkish, whose small I has no dot. So a row that was stored as the very value
# that is asked for is not found; the comparison itself has one collation, which changes nothing any more. No warning says so.
#
# Seen:
#   address = $1: 1 row
#   lower(address) = lower($1): 0 rows
#   lower(address) = lower($1 COLLATE "C"): 1 row
#
# Who compares without case names the collation on the side of the value too.
set -eu
bin=/usr/lib/postgresql/15/bin
[ -x $bin/initdb ] || apt-get install -y -q --no-install-recommends postgresql-15 >/dev/null
folder=$(mktemp -d)
as() { if [ "$(id -u)" = 0 ]; then setpriv --reuid=nobody --regid=nogroup --clear-groups "$@"; else "$@"; fi; }
end() {
  as $bin/pg_ctl -D "$folder/data" -m immediate stop >/dev/null 2>&1 || true
  rm -rf "$folder"
}
trap end EXIT
chmod 777 "$folder"
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund pg@8.23.1
as $bin/initdb -D "$folder/data" -U postgres -A trust -E UTF8 --locale=C --locale-provider=icu --icu-locale=tr >/dev/null
as $bin/pg_ctl -D "$folder/data" -w -o "-c listen_addresses= -k $folder" -l "$folder/log" start >/dev/null
cat >try.mjs <<'JS'
import pg from 'pg';

const client = new pg.Client({ host: process.argv[2], user: 'postgres', database: 'postgres' });
await client.connect();
await client.query('CREATE TABLE people (address text COLLATE "C")');
await client.query('INSERT INTO people VALUES ($1)', ['IRIS@EXAMPLE.COM']);
for (const condition of ['address = $1', 'lower(address) = lower($1)', 'lower(address) = lower($1 COLLATE "C")']) {
  const { rowCount } = await client.query(`SELECT FROM people WHERE ${condition}`, ['IRIS@EXAMPLE.COM']);
  console.log(`${condition}: ${rowCount} ${rowCount === 1 ? 'row' : 'rows'}`);
}
await client.end();
JS
node try.mjs "$folder" >seen
cat seen
grep -qxF 'address = $1: 1 row' seen
grep -qxF 'lower(address) = lower($1): 0 rows' seen
grep -qxF 'lower(address) = lower($1 COLLATE "C"): 1 row' seen
