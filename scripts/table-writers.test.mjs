import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inRepo } from './lib/root.mjs';
import { owners, serverSources, strangeWrites, writtenTables } from './lib/table-writers.mjs';

const queries = 'modules/directory/groups/groups.queries.ts';

describe('a write to a table of another owner is found', () => {
  it.each([
    ['chats', 'db.run(sql`update chats set last_seq = 1`)'],
    ['chats', `db.run(sql\`update only public."chats" as c set last_seq = \${seq}\`)`],
    ['chat_members', `db.run(sql\`\n  insert into\n    chat_members (chat_id) values (\${id})\`)`],
    ['messages', 'db.run(sql`delete from messages m using chats c where m.chat_id = c.id`)'],
    ['users', 'db.run(sql`with one as (update users u set name = $ returning id) select 1`)'],
    ['users', `db.run(sql\`select * from \${sql\`(delete from users returning id) as gone\`}\`)`],
    ['files', 'db.run(sql`merge into files f using messages m on true when matched then delete`)'],
    ['sessions', 'db.run(sql`truncate table sessions`)'],
    ['devices', "db.run(raw('update devices set approved_at = null'))"],
    ['devices', `client.query(\`insert into devices values (\${id})\`)`],
    ['a table that its caller names', `db.run(sql\`update \${table} set name = 1\`)`],
    ['a table of no owner', 'db.run(sql`insert into pets (name) values (1)`)', 'pets'],
  ])('%s: %s', (table, source, name = table) => {
    expect(strangeWrites(queries, source)).toEqual([`${queries} writes ${name}`]);
  });
});

describe('no write is', () => {
  it.each([
    `db.many(sql\`select from chats where id = \${id} for update\`)`,
    'db.many(sql`select from chats c join users u on true for no key update of c`)',
    "db.many(sql`select 'update chats' as words -- delete from chats`)",
    "throw new Error('The page must update users now')",
  ])('%s', (source) => {
    expect(strangeWrites(queries, source)).toEqual([]);
  });

  it('what an insert updates where the row is there already: that is one write', () => {
    const source =
      'db.run(sql`insert into groups (id) values (1) on conflict do update set id = 2`)';
    expect(writtenTables(queries, source)).toEqual(['groups']);
  });
});

describe('of the server', () => {
  const sources = [...serverSources()];
  const strangeIn = (all) => all.flatMap(([file, source]) => strangeWrites(file, source));

  it('each table is written by its owner alone', () => {
    expect(strangeIn(sources)).toEqual([]);
  });

  it.each([
    'app.ts',
    'commands/backup/write-backup.ts',
    'db/page.ts',
    'modules/chat/lists/chats.queries.ts',
    'modules/chat/stores.queries.ts',
    'modules/directory/users/users.queries.ts',
  ])('one write of messages in %s is found among all', (file) => {
    const planted = [file, 'db.run(sql`update messages set content = null`)'];
    expect(strangeIn([...sources, planted])).toEqual([`${file} writes messages`]);
  });

  it('one in its owner is none', () => {
    const own = ['modules/chat/store/one.queries.ts', 'db.run(sql`delete from messages`)'];
    expect(strangeIn([...sources, own])).toEqual([]);
  });

  it('each owner writes its table', () => {
    const written = new Set(
      sources.flatMap(([file, source]) =>
        writtenTables(file, source).map((table) => `${table}: ${file}`),
      ),
    );
    const idle = Object.entries(owners).filter(
      ([table, owner]) => ![...written].some((line) => line.startsWith(`${table}: ${owner}`)),
    );
    expect(idle).toEqual([]);
  });

  it('each table that the migrations make has an owner', () => {
    const folder = inRepo('packages/server/migrations');
    const sql = readdirSync(folder)
      .map((name) => readFileSync(`${folder}/${name}`, 'utf8'))
      .join('\n');
    const made = [...sql.matchAll(/^\s*create table (\w+)/gim)].map(([, table]) => table);
    const dropped = [...sql.matchAll(/^drop table ([\w, ]+)/gim)].flatMap(([, names]) =>
      names.split(', '),
    );
    const left = made.filter((table) => !dropped.includes(table));
    expect([...left, 'schema_migrations'].sort()).toEqual(Object.keys(owners));
  });
});
