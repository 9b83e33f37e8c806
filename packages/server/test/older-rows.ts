/**
 * One row for each table that tells no story of its own in `older-data.ts`: statements by the migration that made the
 * table, to which the rows of before are there.
 */
export const plainRows: Record<string, string[]> = {
  '0021-keep-why-sessions-ended.sql': [
    "insert into ended_sessions (token_hash, reason, ended_at) values ('\\x0102', 'blocked', now())",
  ],
  '0030-store-originals.sql': [
    `insert into message_originals
       (chat_id, message_id, content, mentioned_user_ids, file_name, since, until, reason)
     select chat_id, id, 'de antes ñ 👍', array[sender_id], null, created_at, now(), 'EDITED' from messages limit 1`,
  ],
  '0031-time-marks.sql': [
    `insert into mark_advances (chat_id, user_id, kind, from_seq, up_to_seq, at)
     select chat_id, user_id, 'SEEN', 0, seen_seq, now() from chat_members where seen_seq > 0`,
    'insert into mark_advances_folding (folded_until) values (now()) on conflict do nothing',
  ],
  '0045-count-what-people-store.sql': [
    `insert into daily_amounts (user_id, quarter, bytes)
     select id, '2026-11-20T10:15:00Z', 4096 from users where is_admin`,
  ],
  '0050-seal-what-processes-say.sql': [
    "insert into process_secret (secret) values (decode(repeat('ab', 32), 'hex')) on conflict do nothing",
  ],
  '0061-keep-second-steps.sql': [
    `insert into two_steps (user_id, secret, last_step, removed_by, removed_at)
     select id, '\\x00ff10', 59342112, 'elena@empresa.local', now() from users where is_admin`,
    `insert into recovery_codes (user_id, code_hash)
     select id, decode(code, 'hex') from users, unnest(array['01ff', '02ff']) as code where is_admin`,
  ],
  '0062-invite-people.sql': [
    `insert into invitations (user_id, token_hash, created_by, expires_at)
     select u.id, '\\x0a0b', elena.id, '2027-05-01T07:00:00Z' from users u, users elena
     where elena.is_admin and not u.is_admin and u.deleted_at is null`,
  ],
  '0063-sign-in-by-the-company.sql': [
    `insert into company_accounts (issuer, subject, user_id)
     select 'https://acceso.example.com', 'sujeto ñ', id from users where is_admin`,
    `insert into sign_in_attempts (secret_hash, identifier_hash, expires_at)
     values ('\\x0c', '\\x0d', '2027-05-01T07:00:00Z')`,
  ],
  // A start that makes a chain makes the key's check value, too.
  '0070-chain-audit-events.sql': [
    "insert into installation_key (check_value) values ('\\x0e0f') on conflict do nothing",
    `insert into audit_events (actor_id, action, address)
     select id, 'USER_BLOCKED', '192.0.2.7' from users where is_admin`,
    `insert into audit_chain (number, event_id, previous_hash, hash)
     select 1, min(id), '\\x00', '\\x01' from audit_events`,
  ],
  '0071-audit-sign-ins.sql': [
    "insert into known_settings (name, value) values ('SUPERVISION', 'on')",
    `insert into sign_in_failures (address, person_id, passwords)
     select '192.0.2.8', id, 3 from users where is_admin`,
  ],
  '0072-append-the-audit-to-a-file.sql': ['insert into audit_file_progress (number) values (1)'],
  '0075-publish-privacy-notices.sql': [
    "insert into notices (version, text, published_by) select 1, 'Aviso ñ', id from users where is_admin",
    'insert into present_notice (version) values (1)',
    'insert into notice_acceptances (user_id, version) select id, 1 from users where is_admin',
  ],
  '0078-export-data.sql': [
    `insert into data_exports (uuid, kind, asked_by, user_id, status, file_uuids, size, ended_at)
     select gen_random_uuid(), 'OWN', id, id, 'READY', array[gen_random_uuid()], 12, now() from users where is_admin`,
  ],
  '0082-erase-for-good.sql': [
    `insert into erasures (user_id, messages, emails, asked_by, address)
     select u.id, true, array[u.email], elena.id, '192.0.2.7' from users u, users elena
     where u.deleted_at is not null and elena.is_admin`,
  ],
  '0084-keep-earlier-keys.sql': [
    "insert into earlier_keys (last_number, sealed) values (1, '\\x1011')",
  ],
  '0090-call-people-once.sql': [
    'insert into earlier_mentions (message_id, user_id) select message_id, user_id from mentions',
  ],
  '0092-drop-late-messages.sql': [
    'update scheduled_messages set is_late = true where dropped_at is not null',
  ],
  '0091-note-what-hours-withhold.sql': [
    `insert into push_withheld (user_id, chat_id, seqs)
     select user_id, chat_id, '{[1,3),[5,6)}' from chat_members`,
  ],
};

/** One row for each table that belongs to running processes, or follows from other tables. */
export const passingRows: string[] = [
  "insert into processes (uuid) values ('0192a000-0000-7000-8000-00000000f001')",
  `insert into visible_pages (process_uuid, user_id, since)
   select p.uuid, u.id, now() from processes p, users u where u.is_admin`,
  `insert into watches (process_uuid, actor_id, chat_id)
   select p.uuid, u.id, c.id from processes p, users u, chats c where u.is_admin and c.kind = 'GROUP'`,
  'insert into clock (trusted_at) values (now()) on conflict do nothing',
  'insert into retention (day_began_at) values (now()) on conflict do nothing',
  `insert into search_messages (message_id, chat_id, created_at, words, forms, block)
   select id, chat_id, created_at, 'hola', '', 0 from messages where type = 'TEXT' limit 1`,
  `insert into search_blocks (chat_id, nth, first_at, last_at)
   select chat_id, 0, created_at, created_at from search_messages`,
  `insert into search_progress (version, indexed_to, built_from, built_to, build_after)
   values (0, 0, 0, 0, 0) on conflict do nothing`,
];
