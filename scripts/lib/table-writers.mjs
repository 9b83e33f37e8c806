import { readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'oxc-parser';
import { sourcesWithin } from './import-graph.mjs';
import { inRepo } from './root.mjs';

const root = 'packages/server/src';
const store = 'modules/chat/store';

/**
 * The only folder, or file, that writes each table: the others call its queries.
 *
 * @type {Record<string, string>}
 */
export const owners = {
  audit_chain: 'modules/audit',
  audit_events: 'modules/audit',
  audit_file_progress: 'modules/audit',
  audit_unchained: 'modules/audit',
  chat_members: store,
  chats: store,
  clock: 'modules/clock',
  company_accounts: 'modules/auth',
  daily_amounts: store,
  data_exports: 'modules/data-exports',
  device_owners: 'modules/devices',
  devices: 'modules/devices',
  direct_unread: store,
  earlier_keys: 'modules/audit',
  earlier_mentions: store,
  ended_sessions: 'modules/auth',
  erasures: 'modules/erasure',
  files: store,
  group_participants: 'modules/directory/groups',
  group_permissions: 'modules/directory/groups',
  groups: 'modules/directory/groups',
  holds: store,
  installation_key: 'security',
  invitations: 'modules/directory/users',
  kept_messages: store,
  known_settings: 'modules/audit',
  mark_advances: store,
  mark_advances_folding: store,
  mentions: store,
  message_originals: store,
  messages: store,
  notice_acceptances: 'modules/privacy-notice',
  notices: 'modules/privacy-notice',
  notified_outside_hours: 'modules/working-hours',
  offices: 'modules/directory/offices',
  present_notice: 'modules/privacy-notice',
  process_secret: 'realtime/cluster',
  processes: 'modules/presence',
  projects: 'modules/directory/offices',
  push_edits: 'modules/push',
  push_farewells: 'modules/push',
  push_key: 'modules/push',
  push_notifications: 'modules/push',
  push_progress: 'modules/push',
  push_subscriptions: 'modules/push',
  push_withheld: 'modules/push',
  reactions: store,
  recovery_codes: 'modules/auth',
  retention: store,
  scheduled_messages: store,
  schema_migrations: 'db/migrate.ts',
  search_blocks: 'modules/search-index',
  search_messages: 'modules/search-index',
  search_progress: 'modules/search-index',
  sessions: 'modules/auth',
  sign_in_attempts: 'modules/auth',
  sign_in_failures: 'modules/audit',
  supervisions: store,
  two_steps: 'modules/auth',
  unseen_deletions: store,
  user_connections: 'modules/presence',
  users: 'modules/directory/users',
  visible_pages: 'modules/presence',
  watches: store,
  working_hours: 'modules/working-hours',
};

/** Files that write any table, because they fill a database rather than serve from it. */
const fillers = [
  // Ends a migration at the next start: a column that SQL alone cannot compute.
  'db/name-looks.ts',
  // Restores a backup into an empty database.
  'db/transfer/tables.ts',
];

const GIVEN = 'a table that its caller names';

// `for update`, `do update` and `on update` write nothing themselves.
const write =
  /(?<!\b(?:for|for no key|do|on)\s+)\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+(?:only\s+)?(?:"?public"?\s*\.\s*)?("?[a-z_]+"?|\$)/gi;
// Text in no `sql` tag is a statement if it begins like one.
const statement = /^\s*(?:insert into|update|delete from|merge into|truncate|with) /i;

/** @param {string} text */
const withoutCommentsAndValues = (text) =>
  text
    .replace(/--.*$/gm, '')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/'[^']*'/g, "''");

/** @param {string} text */
const tablesIn = (text) =>
  [...withoutCommentsAndValues(text).matchAll(write)].map(([, table = '']) =>
    table === '$' ? GIVEN : table.replaceAll('"', '').toLowerCase(),
  );

/**
 * Every table that the SQL of a source writes, wherever in a statement: in a `with`, in a part, under an alias.
 *
 * @param {string} path
 * @param {string} source
 */
export function writtenTables(path, source) {
  const tagged = new Set();
  /** @type {string[]} */
  const texts = [];
  const note = (/** @type {string} */ text, /** @type {boolean} */ isSql) => {
    if (isSql || statement.test(text)) texts.push(text);
  };
  new Visitor({
    TaggedTemplateExpression({ tag, quasi }) {
      if (tag.type === 'Identifier' && tag.name === 'sql') tagged.add(quasi);
    },
    TemplateLiteral(template) {
      // A `$` stands for each value or part that is put in.
      note(template.quasis.map(({ value }) => value.cooked).join('$'), tagged.has(template));
    },
    Literal({ value }) {
      if (typeof value === 'string') note(value, false);
    },
  }).visit(parseSync(path, source).program);
  return [...new Set(texts.flatMap(tablesIn))].sort();
}

/**
 * @param {string} file
 * @param {string} table
 */
const isOwner = (file, table) =>
  file === owners[table] || file.startsWith(`${owners[table]}/`) || fillers.includes(file);

/**
 * A sentence for each table that a source writes and that is not its own.
 *
 * @param {string} file
 * @param {string} source
 */
export const strangeWrites = (file, source) =>
  writtenTables(file, source)
    .filter((table) => !isOwner(file, table))
    .map((table) => `${file} writes ${table}`);

/** All sources of the server, by their path. */
export const serverSources = () =>
  new Map(
    sourcesWithin(inRepo(root)).map((file) => [file, readFileSync(inRepo(root, file), 'utf8')]),
  );
