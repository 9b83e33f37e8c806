-- What the migrations come to, for reading alone: nothing runs this file.
-- Written by `npm run schema`; a test holds it against the migrations on both engines.

CREATE EXTENSION pg_trgm;

CREATE OR REPLACE FUNCTION keep_farewell()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into push_farewells (endpoint, host, p256dh, auth, user_id)
  select old.endpoint, old.host, old.p256dh, old.auth, old.user_id
  from ended_sessions
  where ended_at > clock_timestamp() - interval '1 minute' and session_id = old.session_id and reason = 'expired'
  on conflict (endpoint) do nothing;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION note_chained()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from audit_unchained u using added a where u.first_id = a.event_id and u.last_id = a.event_id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION note_unchained()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into audit_unchained (first_id, last_id) select id, id from added;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION refuse_audit_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' and current_setting('web_chat.trims_audit', true) = 'on' then
    return old;
  end if;
  raise exception 'audit events are only ever added';
end
$function$;

CREATE OR REPLACE FUNCTION refuse_notice_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'versions of the privacy notice are only ever added';
end
$function$;

CREATE OR REPLACE FUNCTION touch_chats()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update chats set last_seq = last_seq where id in (select chat_id from changed);
  return null;
end
$function$;

CREATE SEQUENCE messages_id_seq;

CREATE TABLE audit_chain (
  number bigint NOT NULL,
  event_id bigint NOT NULL,
  previous_hash bytea NOT NULL,
  hash bytea NOT NULL,
  CONSTRAINT audit_chain_pkey PRIMARY KEY (number),
  CONSTRAINT audit_chain_event_id_key UNIQUE (event_id),
  CONSTRAINT audit_chain_event_id_fkey FOREIGN KEY (event_id) REFERENCES audit_events(id)
);
CREATE TRIGGER audit_chain_append_only BEFORE DELETE OR UPDATE ON audit_chain FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_chain_chained AFTER INSERT ON audit_chain REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_chained();
CREATE TRIGGER audit_chain_keep BEFORE TRUNCATE ON audit_chain FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

CREATE TABLE audit_events (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  happened_at timestamp with time zone DEFAULT now() NOT NULL,
  actor_id bigint,
  action text NOT NULL,
  chat_id bigint,
  message_uuid uuid,
  message_sender_id bigint,
  actor_email text COLLATE "C",
  target_id bigint,
  target_email text COLLATE "C",
  group_id bigint,
  group_name text,
  member_emails text[] DEFAULT '{}'::text[] NOT NULL,
  message_sender_email text COLLATE "C",
  from_seq bigint,
  to_seq bigint,
  detail text,
  address text COLLATE "C",
  CONSTRAINT audit_events_pkey PRIMARY KEY (id),
  CONSTRAINT audit_events_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id),
  CONSTRAINT audit_events_chat_id_fkey FOREIGN KEY (chat_id) REFERENCES chats(id),
  CONSTRAINT audit_events_group_id_fkey FOREIGN KEY (group_id) REFERENCES groups(id),
  CONSTRAINT audit_events_message_sender_id_fkey FOREIGN KEY (message_sender_id) REFERENCES users(id),
  CONSTRAINT audit_events_target_id_fkey FOREIGN KEY (target_id) REFERENCES users(id)
);
CREATE INDEX audit_events_action_time ON audit_events (action, happened_at, id);
CREATE INDEX audit_events_actor ON audit_events (actor_id, action, happened_at);
CREATE INDEX audit_events_actor_time ON audit_events (actor_id, happened_at, id) WHERE (actor_id IS NOT NULL);
CREATE INDEX audit_events_target_time ON audit_events (target_id, happened_at, id) WHERE (target_id IS NOT NULL);
CREATE INDEX audit_events_time ON audit_events (happened_at, id);
CREATE TRIGGER audit_events_append_only BEFORE DELETE OR UPDATE ON audit_events FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_events_keep BEFORE TRUNCATE ON audit_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_events_unchained AFTER INSERT ON audit_events REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_unchained();

CREATE TABLE audit_file_progress (
  is_only boolean DEFAULT true NOT NULL,
  number bigint NOT NULL,
  CONSTRAINT audit_file_progress_pkey PRIMARY KEY (is_only),
  CONSTRAINT audit_file_progress_is_only_check CHECK (is_only)
);

CREATE TABLE audit_unchained (
  first_id bigint NOT NULL,
  last_id bigint NOT NULL,
  CONSTRAINT audit_unchained_pkey PRIMARY KEY (first_id)
);

CREATE TABLE chat_members (
  chat_id bigint NOT NULL,
  user_id bigint NOT NULL,
  delivered_seq bigint DEFAULT 0 NOT NULL,
  seen_seq bigint DEFAULT 0 NOT NULL,
  joined_seq bigint DEFAULT 0 NOT NULL,
  left_at timestamp with time zone,
  last_sent_seq bigint DEFAULT 0 NOT NULL,
  earlier int8multirange DEFAULT '{}'::int8multirange NOT NULL,
  notify_mode text DEFAULT 'all'::text NOT NULL,
  notify_until timestamp with time zone,
  CONSTRAINT chat_members_pkey PRIMARY KEY (chat_id, user_id),
  CONSTRAINT chat_members_chat_id_fkey FOREIGN KEY (chat_id) REFERENCES chats(id),
  CONSTRAINT chat_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
) WITH (fillfactor=70);
CREATE INDEX chat_members_user_id ON chat_members (user_id, chat_id);

CREATE TABLE chats (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  uuid uuid NOT NULL,
  kind text NOT NULL,
  hash text COLLATE "C" NOT NULL,
  group_id bigint,
  low_user_id bigint,
  high_user_id bigint,
  last_seq bigint DEFAULT 0 NOT NULL,
  delivered_seq bigint DEFAULT 0 NOT NULL,
  seen_seq bigint DEFAULT 0 NOT NULL,
  last_message_id bigint,
  last_message_at timestamp with time zone,
  deleted_count bigint DEFAULT 0 NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  last_message_hour timestamp without time zone GENERATED ALWAYS AS (date_trunc('hour'::text, (last_message_at AT TIME ZONE 'UTC'::text))) STORED,
  CONSTRAINT chats_pkey PRIMARY KEY (id),
  CONSTRAINT chats_hash_key UNIQUE (hash),
  CONSTRAINT chats_uuid_key UNIQUE (uuid),
  CONSTRAINT chats_group_id_fkey FOREIGN KEY (group_id) REFERENCES groups(id),
  CONSTRAINT chats_high_user_id_fkey FOREIGN KEY (high_user_id) REFERENCES users(id),
  CONSTRAINT chats_low_user_id_fkey FOREIGN KEY (low_user_id) REFERENCES users(id),
  CONSTRAINT chats_check CHECK ((kind = 'PERSONAL'::text) = (group_id IS NULL)),
  CONSTRAINT chats_kind_check CHECK (kind = ANY (ARRAY['GROUP'::text, 'DIRECT'::text, 'PERSONAL'::text]))
) WITH (fillfactor=70);
CREATE INDEX chats_group_id ON chats (group_id);
CREATE INDEX chats_last_message_hour ON chats (last_message_hour DESC) WHERE ((last_message_hour IS NOT NULL) AND (kind <> 'PERSONAL'::text));
CREATE UNIQUE INDEX chats_of_groups ON chats (group_id) WHERE (kind = 'GROUP'::text);

CREATE TABLE clock (
  is_only boolean DEFAULT true NOT NULL,
  trusted_at timestamp with time zone,
  looked_at timestamp with time zone,
  doubted_since timestamp with time zone,
  steady_ms bigint DEFAULT 0 NOT NULL,
  CONSTRAINT clock_pkey PRIMARY KEY (is_only),
  CONSTRAINT clock_is_only_check CHECK (is_only)
);

CREATE TABLE company_accounts (
  issuer text COLLATE "C" NOT NULL,
  subject text COLLATE "C" NOT NULL,
  user_id bigint NOT NULL,
  bound_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT company_accounts_pkey PRIMARY KEY (issuer, subject),
  CONSTRAINT company_accounts_user_id_issuer_key UNIQUE (user_id, issuer),
  CONSTRAINT company_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE daily_amounts (
  user_id bigint NOT NULL,
  quarter timestamp with time zone NOT NULL,
  bytes bigint NOT NULL,
  CONSTRAINT daily_amounts_pkey PRIMARY KEY (user_id, quarter),
  CONSTRAINT daily_amounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX daily_amounts_quarter_idx ON daily_amounts (quarter);

CREATE TABLE data_exports (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  uuid uuid NOT NULL,
  kind text NOT NULL,
  asked_by bigint NOT NULL,
  user_id bigint,
  chat_id bigint,
  status text DEFAULT 'WORKING'::text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  taken_by uuid,
  tries integer DEFAULT 0 NOT NULL,
  file_uuids uuid[] DEFAULT '{}'::uuid[] NOT NULL,
  size bigint,
  ended_at timestamp with time zone,
  fetched_at timestamp with time zone,
  chat_ids bigint[],
  hold_ids bigint[] DEFAULT '{}'::bigint[] NOT NULL,
  CONSTRAINT data_exports_pkey PRIMARY KEY (id),
  CONSTRAINT data_exports_uuid_key UNIQUE (uuid),
  CONSTRAINT data_exports_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES users(id),
  CONSTRAINT data_exports_chat_id_fkey FOREIGN KEY (chat_id) REFERENCES chats(id),
  CONSTRAINT data_exports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT data_exports_check CHECK ((kind = 'CHAT'::text) = (user_id IS NULL) AND (kind = 'CHAT'::text) = (chat_id IS NOT NULL)),
  CONSTRAINT data_exports_kind_check CHECK (kind = ANY (ARRAY['OWN'::text, 'PERSON'::text, 'CHAT'::text])),
  CONSTRAINT data_exports_status_check CHECK (status = ANY (ARRAY['WORKING'::text, 'READY'::text, 'FAILED'::text, 'GONE'::text]))
);
CREATE INDEX data_exports_asked_by ON data_exports (asked_by, id);
CREATE UNIQUE INDEX data_exports_working ON data_exports (asked_by, kind, COALESCE(user_id, (0)::bigint), COALESCE(chat_id, (0)::bigint)) WHERE (status = 'WORKING'::text);

CREATE TABLE device_owners (
  user_id bigint NOT NULL,
  first_device_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT device_owners_pkey PRIMARY KEY (user_id),
  CONSTRAINT device_owners_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE devices (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  uuid uuid NOT NULL,
  user_id bigint NOT NULL,
  identifier_hash bytea NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  approved_at timestamp with time zone,
  told_of_reset_at timestamp with time zone,
  name text,
  address text COLLATE "C",
  code text COLLATE "C",
  CONSTRAINT devices_pkey PRIMARY KEY (id),
  CONSTRAINT devices_user_id_identifier_hash_key UNIQUE (user_id, identifier_hash),
  CONSTRAINT devices_uuid_key UNIQUE (uuid),
  CONSTRAINT devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE direct_unread (
  user_id bigint NOT NULL,
  group_id bigint NOT NULL,
  messages bigint DEFAULT 0 NOT NULL,
  CONSTRAINT direct_unread_pkey PRIMARY KEY (user_id, group_id),
  CONSTRAINT direct_unread_group_id_fkey FOREIGN KEY (group_id) REFERENCES groups(id),
  CONSTRAINT direct_unread_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
) WITH (fillfactor=50);

CREATE TABLE earlier_keys (
  last_number bigint NOT NULL,
  sealed bytea NOT NULL,
  CONSTRAINT earlier_keys_pkey PRIMARY KEY (last_number)
);

CREATE TABLE earlier_mentions (
  message_id bigint NOT NULL,
  user_id bigint NOT NULL,
  CONSTRAINT earlier_mentions_pkey PRIMARY KEY (message_id, user_id),
  CONSTRAINT earlier_mentions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE ended_sessions (
  token_hash bytea NOT NULL,
  reason text COLLATE "C" NOT NULL,
  ended_at timestamp with time zone NOT NULL,
  session_id bigint,
  CONSTRAINT ended_sessions_pkey PRIMARY KEY (token_hash)
);
CREATE INDEX ended_sessions_ended_at ON ended_sessions (ended_at);

CREATE TABLE erasures (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  user_id bigint,
  group_id bigint,
  messages boolean NOT NULL,
  emails text[] DEFAULT '{}'::text[] NOT NULL,
  asked_by bigint,
  address text COLLATE "C",
  CONSTRAINT erasures_pkey PRIMARY KEY (id),
  CONSTRAINT erasures_group_id_key UNIQUE (group_id),
  CONSTRAINT erasures_user_id_key UNIQUE (user_id),
  CONSTRAINT erasures_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES users(id),
  CONSTRAINT erasures_group_id_fkey FOREIGN KEY (group_id) REFERENCES groups(id),
  CONSTRAINT erasures_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT erasures_check CHECK ((user_id IS NULL) <> (group_id IS NULL))
);

CREATE TABLE files (
  uuid uuid NOT NULL,
  message_id bigint,
  name text NOT NULL,
  media_type text NOT NULL,
  size bigint NOT NULL,
  width integer,
  height integer,
  has_thumbnail boolean DEFAULT false NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  duration_ms integer,
  waveform smallint[],
  CONSTRAINT files_pkey PRIMARY KEY (uuid),
  CONSTRAINT files_message_id_key UNIQUE (message_id)
);
CREATE INDEX files_unclaimed ON files (created_at) WHERE (message_id IS NULL);

CREATE TABLE group_participants (
  group_id bigint NOT NULL,
  user_id bigint NOT NULL,
  joined_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT group_participants_pkey PRIMARY KEY (group_id, user_id),
  CONSTRAINT group_participants_group_id_fkey FOREIGN KEY (group_id) REFERENCES groups(id),
  CONSTRAINT group_participants_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX group_participants_user_id ON group_participants (user_id, group_id);

CREATE TABLE group_permissions (
  user_id bigint NOT NULL,
  group_id bigint NOT NULL,
  granted_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT group_permissions_pkey PRIMARY KEY (user_id, group_id),
  CONSTRAINT group_permissions_group_id_fkey FOREIGN KEY (group_id) REFERENCES groups(id),
  CONSTRAINT group_permissions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX group_permissions_group_id ON group_permissions (group_id);

CREATE TABLE groups (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  uuid uuid NOT NULL,
  office_id bigint,
  name text NOT NULL,
  name_key text COLLATE "C" NOT NULL,
  description text DEFAULT ''::text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  deleted_at timestamp with time zone,
  participants_count integer DEFAULT 0 NOT NULL,
  name_look text COLLATE "C",
  retention_days double precision,
  erased_at timestamp with time zone,
  CONSTRAINT groups_pkey PRIMARY KEY (id),
  CONSTRAINT groups_uuid_key UNIQUE (uuid),
  CONSTRAINT groups_office_id_fkey FOREIGN KEY (office_id) REFERENCES offices(id),
  CONSTRAINT groups_retention_days_check CHECK (retention_days > 0::double precision AND retention_days <= 36500::double precision)
);
CREATE UNIQUE INDEX groups_name_key ON groups (COALESCE(office_id, (0)::bigint), name_key) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX groups_name_look ON groups (COALESCE(office_id, (0)::bigint), name_look) WHERE (deleted_at IS NULL);
CREATE INDEX groups_office_id ON groups (office_id);

CREATE TABLE holds (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  chat_id bigint,
  user_id bigint,
  reason text NOT NULL,
  since timestamp with time zone DEFAULT now() NOT NULL,
  set_by bigint NOT NULL,
  CONSTRAINT holds_pkey PRIMARY KEY (id),
  CONSTRAINT holds_chat_id_key UNIQUE (chat_id),
  CONSTRAINT holds_user_id_key UNIQUE (user_id),
  CONSTRAINT holds_chat_id_fkey FOREIGN KEY (chat_id) REFERENCES chats(id),
  CONSTRAINT holds_set_by_fkey FOREIGN KEY (set_by) REFERENCES users(id),
  CONSTRAINT holds_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT holds_check CHECK ((chat_id IS NULL) <> (user_id IS NULL))
);

CREATE TABLE installation_key (
  is_only boolean DEFAULT true NOT NULL,
  check_value bytea NOT NULL,
  CONSTRAINT installation_key_pkey PRIMARY KEY (is_only),
  CONSTRAINT installation_key_is_only_check CHECK (is_only)
);

CREATE TABLE invitations (
  user_id bigint NOT NULL,
  token_hash bytea NOT NULL,
  created_by bigint,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT invitations_pkey PRIMARY KEY (user_id),
  CONSTRAINT invitations_token_hash_key UNIQUE (token_hash),
  CONSTRAINT invitations_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  CONSTRAINT invitations_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE kept_messages (
  message_id bigint NOT NULL,
  chat_id bigint NOT NULL,
  CONSTRAINT kept_messages_pkey PRIMARY KEY (message_id)
);

CREATE TABLE known_settings (
  name text COLLATE "C" NOT NULL,
  value text NOT NULL,
  CONSTRAINT known_settings_pkey PRIMARY KEY (name)
);

CREATE TABLE mark_advances (
  chat_id bigint NOT NULL,
  user_id bigint NOT NULL,
  kind text NOT NULL,
  from_seq bigint NOT NULL,
  up_to_seq bigint NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT mark_advances_pkey PRIMARY KEY (chat_id, user_id, kind, up_to_seq),
  CONSTRAINT mark_advances_kind_check CHECK (kind = ANY (ARRAY['DELIVERED'::text, 'SEEN'::text]))
);
CREATE INDEX mark_advances_at_idx ON mark_advances USING brin (at) WITH (pages_per_range='32');

CREATE TABLE mark_advances_folding (
  only_one boolean DEFAULT true NOT NULL,
  folded_until timestamp with time zone NOT NULL,
  CONSTRAINT mark_advances_folding_pkey PRIMARY KEY (only_one),
  CONSTRAINT mark_advances_folding_only_one_check CHECK (only_one)
);

CREATE TABLE mentions (
  message_id bigint NOT NULL,
  user_id bigint NOT NULL,
  CONSTRAINT mentions_pkey PRIMARY KEY (message_id, user_id),
  CONSTRAINT mentions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE message_originals (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  chat_id bigint NOT NULL,
  message_id bigint NOT NULL,
  content text NOT NULL,
  mentioned_user_ids bigint[] NOT NULL,
  file_name text,
  since timestamp with time zone NOT NULL,
  until timestamp with time zone NOT NULL,
  reason text NOT NULL,
  is_hidden boolean DEFAULT false NOT NULL,
  CONSTRAINT message_originals_pkey PRIMARY KEY (id),
  CONSTRAINT message_originals_reason_check CHECK (reason = ANY (ARRAY['EDITED'::text, 'DELETED'::text]))
);
CREATE INDEX message_originals_message_idx ON message_originals (chat_id, message_id, id);
CREATE INDEX message_originals_until_idx ON message_originals (until);

CREATE TABLE messages (
  chat_id bigint NOT NULL,
  seq bigint NOT NULL,
  id bigint DEFAULT nextval('messages_id_seq'::regclass) NOT NULL,
  uuid uuid NOT NULL,
  sender_id bigint NOT NULL,
  reference_id text COLLATE "C",
  type text NOT NULL,
  content text NOT NULL,
  reply_to_id bigint,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  deleted_at timestamp with time zone,
  edited_at timestamp with time zone,
  forwarded boolean DEFAULT false NOT NULL,
  CONSTRAINT messages_pkey PRIMARY KEY (chat_id, seq),
  CONSTRAINT messages_id_key UNIQUE (id),
  CONSTRAINT messages_reference_key UNIQUE (chat_id, sender_id, reference_id),
  CONSTRAINT messages_uuid_key UNIQUE (uuid),
  CONSTRAINT messages_member_fkey FOREIGN KEY (chat_id, sender_id) REFERENCES chat_members(chat_id, user_id),
  CONSTRAINT messages_type_check CHECK (type = ANY (ARRAY['TEXT'::text, 'IMAGE'::text, 'VIDEO'::text, 'FILE'::text]))
);
CREATE INDEX messages_deleted ON messages (chat_id, seq) WHERE (deleted_at IS NOT NULL);
CREATE TRIGGER messages_touch_chats AFTER UPDATE ON messages REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION touch_chats();

CREATE TABLE notice_acceptances (
  user_id bigint NOT NULL,
  version integer NOT NULL,
  accepted_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT notice_acceptances_pkey PRIMARY KEY (user_id, version),
  CONSTRAINT notice_acceptances_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT notice_acceptances_version_fkey FOREIGN KEY (version) REFERENCES notices(version)
);
CREATE INDEX notice_acceptances_newest ON notice_acceptances (accepted_at, user_id);

CREATE TABLE notices (
  version integer NOT NULL,
  text text NOT NULL,
  published_at timestamp with time zone DEFAULT now() NOT NULL,
  published_by bigint NOT NULL,
  CONSTRAINT notices_pkey PRIMARY KEY (version),
  CONSTRAINT notices_published_by_fkey FOREIGN KEY (published_by) REFERENCES users(id),
  CONSTRAINT notices_version_check CHECK (version > 0)
);
CREATE TRIGGER notices_append_only BEFORE DELETE OR UPDATE ON notices FOR EACH ROW EXECUTE FUNCTION refuse_notice_change();
CREATE TRIGGER notices_keep BEFORE TRUNCATE ON notices FOR EACH STATEMENT EXECUTE FUNCTION refuse_notice_change();

CREATE TABLE notified_outside_hours (
  user_id bigint NOT NULL,
  CONSTRAINT notified_outside_hours_pkey PRIMARY KEY (user_id),
  CONSTRAINT notified_outside_hours_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE offices (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  uuid uuid NOT NULL,
  project_id bigint NOT NULL,
  name text NOT NULL,
  name_key text COLLATE "C" NOT NULL,
  name_look text COLLATE "C",
  CONSTRAINT offices_pkey PRIMARY KEY (id),
  CONSTRAINT offices_name_key UNIQUE (project_id, name_key),
  CONSTRAINT offices_name_look UNIQUE (project_id, name_look),
  CONSTRAINT offices_uuid_key UNIQUE (uuid),
  CONSTRAINT offices_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id)
);

CREATE TABLE present_notice (
  is_only boolean DEFAULT true NOT NULL,
  version integer NOT NULL,
  CONSTRAINT present_notice_pkey PRIMARY KEY (is_only),
  CONSTRAINT present_notice_version_fkey FOREIGN KEY (version) REFERENCES notices(version),
  CONSTRAINT present_notice_is_only_check CHECK (is_only)
);

CREATE TABLE process_secret (
  is_only boolean DEFAULT true NOT NULL,
  secret bytea NOT NULL,
  CONSTRAINT process_secret_pkey PRIMARY KEY (is_only),
  CONSTRAINT process_secret_is_only_check CHECK (is_only),
  CONSTRAINT process_secret_secret_check CHECK (length(secret) = 32)
);

CREATE TABLE processes (
  uuid uuid NOT NULL,
  seen_at timestamp with time zone DEFAULT now() NOT NULL,
  is_joined boolean DEFAULT true NOT NULL,
  is_leaving boolean DEFAULT false NOT NULL,
  version text,
  CONSTRAINT processes_pkey PRIMARY KEY (uuid)
) WITH (fillfactor=50);

CREATE TABLE projects (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  uuid uuid NOT NULL,
  name text NOT NULL,
  name_key text COLLATE "C" NOT NULL,
  name_look text COLLATE "C",
  CONSTRAINT projects_pkey PRIMARY KEY (id),
  CONSTRAINT projects_name_key UNIQUE (name_key),
  CONSTRAINT projects_name_look UNIQUE (name_look),
  CONSTRAINT projects_uuid_key UNIQUE (uuid)
);

CREATE TABLE push_edits (
  message_id bigint NOT NULL,
  chat_id bigint NOT NULL,
  mentioned_user_ids bigint[] NOT NULL,
  edited_at timestamp with time zone NOT NULL,
  CONSTRAINT push_edits_pkey PRIMARY KEY (message_id)
);

CREATE TABLE push_farewells (
  endpoint text COLLATE "C" NOT NULL,
  host text COLLATE "C" NOT NULL,
  p256dh text COLLATE "C" NOT NULL,
  auth text COLLATE "C" NOT NULL,
  user_id bigint NOT NULL,
  lapsed_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  next_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  tries integer DEFAULT 0 NOT NULL,
  CONSTRAINT push_farewells_pkey PRIMARY KEY (endpoint),
  CONSTRAINT push_farewells_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE push_key (
  is_only boolean DEFAULT true NOT NULL,
  public_key text COLLATE "C" NOT NULL,
  private_key text COLLATE "C" NOT NULL,
  CONSTRAINT push_key_pkey PRIMARY KEY (is_only),
  CONSTRAINT push_key_is_only_check CHECK (is_only)
);

CREATE TABLE push_notifications (
  subscription_id bigint NOT NULL,
  chat_id bigint NOT NULL,
  waiting text,
  waiting_id bigint,
  waiting_seq bigint,
  waiting_since timestamp with time zone,
  is_loud boolean DEFAULT false NOT NULL,
  version bigint DEFAULT 1 NOT NULL,
  next_at timestamp with time zone DEFAULT now() NOT NULL,
  leased_until timestamp with time zone,
  tries integer DEFAULT 0 NOT NULL,
  shown_id bigint,
  shown_seq bigint,
  CONSTRAINT push_notifications_pkey PRIMARY KEY (subscription_id, chat_id),
  CONSTRAINT push_notifications_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES push_subscriptions(id) ON DELETE CASCADE,
  CONSTRAINT push_notifications_waiting_check CHECK (waiting = ANY (ARRAY['MESSAGE'::text, 'WITHDRAW'::text, 'SUMMARY'::text]))
) WITH (fillfactor=70);
CREATE INDEX push_notifications_shown ON push_notifications (chat_id) WHERE (shown_id IS NOT NULL);
CREATE INDEX push_notifications_spent ON push_notifications (next_at) WHERE ((waiting IS NULL) AND (shown_id IS NULL));
CREATE INDEX push_notifications_waiting ON push_notifications (next_at) WHERE (waiting IS NOT NULL);

CREATE TABLE push_progress (
  chat_id bigint NOT NULL,
  planned_seq bigint NOT NULL,
  planned_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT push_progress_pkey PRIMARY KEY (chat_id)
) WITH (fillfactor=70);
CREATE INDEX push_progress_planned_at ON push_progress (planned_at);

CREATE TABLE push_subscriptions (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  session_id bigint NOT NULL,
  user_id bigint NOT NULL,
  endpoint text COLLATE "C" NOT NULL,
  host text COLLATE "C" NOT NULL,
  p256dh text COLLATE "C" NOT NULL,
  auth text COLLATE "C" NOT NULL,
  created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  tested_at timestamp with time zone,
  CONSTRAINT push_subscriptions_pkey PRIMARY KEY (id),
  CONSTRAINT push_subscriptions_endpoint_key UNIQUE (endpoint),
  CONSTRAINT push_subscriptions_session_id_key UNIQUE (session_id),
  CONSTRAINT push_subscriptions_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE,
  CONSTRAINT push_subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX push_subscriptions_user_id ON push_subscriptions (user_id);
CREATE TRIGGER push_subscriptions_lapse AFTER DELETE ON push_subscriptions FOR EACH ROW EXECUTE FUNCTION keep_farewell();

CREATE TABLE push_withheld (
  user_id bigint NOT NULL,
  chat_id bigint NOT NULL,
  is_going boolean DEFAULT false NOT NULL,
  seqs int8multirange NOT NULL,
  noted_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT push_withheld_pkey PRIMARY KEY (user_id, chat_id, is_going),
  CONSTRAINT push_withheld_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
) WITH (fillfactor=70);

CREATE TABLE reactions (
  message_id bigint NOT NULL,
  user_id bigint NOT NULL,
  emoji text NOT NULL,
  reacted_at timestamp with time zone NOT NULL,
  CONSTRAINT reactions_pkey PRIMARY KEY (message_id, user_id),
  CONSTRAINT reactions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE recovery_codes (
  user_id bigint NOT NULL,
  code_hash bytea NOT NULL,
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  CONSTRAINT recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE retention (
  is_only boolean DEFAULT true NOT NULL,
  day_began_at timestamp with time zone,
  allowed bigint DEFAULT 0 NOT NULL,
  removed bigint DEFAULT 0 NOT NULL,
  held_by text COLLATE "C",
  held_messages bigint DEFAULT 0 NOT NULL,
  held_since timestamp with time zone,
  CONSTRAINT retention_pkey PRIMARY KEY (is_only),
  CONSTRAINT retention_held_by_check CHECK (held_by = ANY (ARRAY['CLOCK'::text, 'LIMIT'::text])),
  CONSTRAINT retention_is_only_check CHECK (is_only)
);

CREATE TABLE scheduled_messages (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  uuid uuid NOT NULL,
  chat_id bigint NOT NULL,
  sender_id bigint NOT NULL,
  content text NOT NULL,
  reference_id text COLLATE "C",
  mentioned_user_ids bigint[] NOT NULL,
  send_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  dropped_at timestamp with time zone,
  is_late boolean DEFAULT false NOT NULL,
  CONSTRAINT scheduled_messages_pkey PRIMARY KEY (id),
  CONSTRAINT scheduled_messages_reference_key UNIQUE (chat_id, sender_id, reference_id),
  CONSTRAINT scheduled_messages_uuid_key UNIQUE (uuid),
  CONSTRAINT scheduled_messages_chat_id_fkey FOREIGN KEY (chat_id) REFERENCES chats(id),
  CONSTRAINT scheduled_messages_sender_id_fkey FOREIGN KEY (sender_id) REFERENCES users(id)
);
CREATE INDEX scheduled_messages_due_idx ON scheduled_messages (send_at, id) WHERE (dropped_at IS NULL);
CREATE INDEX scheduled_messages_sender_idx ON scheduled_messages (sender_id, send_at);

CREATE TABLE schema_migrations (
  name text NOT NULL,
  checksum text NOT NULL,
  applied_at timestamp with time zone DEFAULT now() NOT NULL,
  version text,
  beside text,
  CONSTRAINT schema_migrations_pkey PRIMARY KEY (name)
);

CREATE TABLE search_blocks (
  chat_id bigint NOT NULL,
  nth bigint NOT NULL,
  first_at timestamp with time zone NOT NULL,
  last_at timestamp with time zone NOT NULL,
  bits bytea,
  size integer GENERATED ALWAYS AS (octet_length(bits) * 8) STORED,
  is_stale boolean DEFAULT false NOT NULL,
  CONSTRAINT search_blocks_pkey PRIMARY KEY (chat_id, nth)
);
CREATE INDEX search_blocks_in_chat ON search_blocks (chat_id, last_at);
CREATE INDEX search_blocks_stale ON search_blocks (((- chat_id)), ((- nth))) WHERE is_stale;

CREATE TABLE search_messages (
  message_id bigint NOT NULL,
  chat_id bigint NOT NULL,
  created_at timestamp with time zone NOT NULL,
  words text COLLATE "C" NOT NULL,
  forms tsvector NOT NULL,
  block bigint,
  CONSTRAINT search_messages_pkey PRIMARY KEY (message_id)
);
CREATE INDEX search_messages_in_block ON search_messages (chat_id, block) WHERE (block >= 0);
CREATE INDEX search_messages_in_chat ON search_messages (chat_id, created_at DESC, message_id DESC);
CREATE INDEX search_messages_newest ON search_messages (created_at DESC, message_id DESC) INCLUDE (chat_id);

CREATE TABLE search_progress (
  is_only boolean DEFAULT true NOT NULL,
  version integer NOT NULL,
  indexed_to bigint NOT NULL,
  gaps jsonb DEFAULT '[]'::jsonb NOT NULL,
  built_from bigint NOT NULL,
  built_to bigint NOT NULL,
  build_after bigint NOT NULL,
  CONSTRAINT search_progress_pkey PRIMARY KEY (is_only),
  CONSTRAINT search_progress_is_only_check CHECK (is_only)
) WITH (fillfactor=50);

CREATE TABLE sessions (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  user_id bigint NOT NULL,
  device_id bigint NOT NULL,
  token_hash bytea NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  last_used_at timestamp with time zone DEFAULT now() NOT NULL,
  file_key_hash bytea,
  uuid uuid DEFAULT gen_random_uuid() NOT NULL,
  address text COLLATE "C",
  device_name text,
  method text COLLATE "C" DEFAULT 'PASSWORD'::text NOT NULL,
  CONSTRAINT sessions_pkey PRIMARY KEY (id),
  CONSTRAINT sessions_file_key_hash_key UNIQUE (file_key_hash),
  CONSTRAINT sessions_token_hash_key UNIQUE (token_hash),
  CONSTRAINT sessions_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE,
  CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT sessions_method_check CHECK (method = ANY (ARRAY['PASSWORD'::text, 'COMPANY'::text]))
) WITH (fillfactor=90);
CREATE INDEX sessions_device_id ON sessions (device_id);
CREATE INDEX sessions_user_id ON sessions (user_id);
CREATE UNIQUE INDEX sessions_uuid ON sessions (uuid);

CREATE TABLE sign_in_attempts (
  secret_hash bytea NOT NULL,
  identifier_hash bytea NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT sign_in_attempts_pkey PRIMARY KEY (secret_hash)
);
CREATE INDEX sign_in_attempts_expires_at ON sign_in_attempts (expires_at);

CREATE TABLE sign_in_failures (
  address text COLLATE "C" NOT NULL,
  person_id bigint NOT NULL,
  began_at timestamp with time zone DEFAULT now() NOT NULL,
  passwords integer DEFAULT 0 NOT NULL,
  codes integer DEFAULT 0 NOT NULL,
  blocks integer DEFAULT 0 NOT NULL,
  devices integer DEFAULT 0 NOT NULL,
  CONSTRAINT sign_in_failures_pkey PRIMARY KEY (address, person_id)
);

CREATE TABLE supervisions (
  chat_id bigint NOT NULL,
  user_id bigint NOT NULL,
  reason text NOT NULL,
  started_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT supervisions_pkey PRIMARY KEY (user_id, chat_id),
  CONSTRAINT supervisions_chat_id_fkey FOREIGN KEY (chat_id) REFERENCES chats(id),
  CONSTRAINT supervisions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX supervisions_expires_at ON supervisions (expires_at);

CREATE TABLE two_steps (
  user_id bigint NOT NULL,
  secret bytea,
  last_step bigint,
  pending_secret bytea,
  pending_at timestamp with time zone,
  removed_by text,
  removed_at timestamp with time zone,
  CONSTRAINT two_steps_pkey PRIMARY KEY (user_id),
  CONSTRAINT two_steps_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

CREATE TABLE unseen_deletions (
  user_id bigint NOT NULL,
  chat_id bigint NOT NULL,
  seq bigint NOT NULL,
  CONSTRAINT unseen_deletions_pkey PRIMARY KEY (user_id, chat_id, seq),
  CONSTRAINT unseen_deletions_chat_id_user_id_fkey FOREIGN KEY (chat_id, user_id) REFERENCES chat_members(chat_id, user_id)
);

CREATE TABLE user_connections (
  user_id bigint NOT NULL,
  status text NOT NULL,
  connections text[] DEFAULT '{}'::text[] NOT NULL,
  CONSTRAINT user_connections_pkey PRIMARY KEY (user_id),
  CONSTRAINT user_connections_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  CONSTRAINT user_connections_status_check CHECK (status = ANY (ARRAY['ONLINE'::text, 'OFFLINE'::text, 'DISCONNECTED'::text]))
) WITH (fillfactor=50);

CREATE TABLE users (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  uuid uuid NOT NULL,
  email text COLLATE "C" NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  password_hash text,
  is_admin boolean DEFAULT false NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  blocked_at timestamp with time zone,
  deleted_at timestamp with time zone,
  password_reset_by text COLLATE "C",
  password_reset_at timestamp with time zone,
  password_reset_told boolean DEFAULT false NOT NULL,
  password_must_change boolean DEFAULT false NOT NULL,
  has_second_step boolean DEFAULT false NOT NULL,
  notice_version integer,
  supervisor boolean DEFAULT true NOT NULL,
  erased_at timestamp with time zone,
  CONSTRAINT users_pkey PRIMARY KEY (id),
  CONSTRAINT users_uuid_key UNIQUE (uuid)
) WITH (fillfactor=90);
CREATE INDEX users_blocked ON users (id) WHERE (blocked_at IS NOT NULL);
CREATE UNIQUE INDEX users_email_key ON users (email) WHERE (deleted_at IS NULL);

CREATE TABLE visible_pages (
  process_uuid uuid NOT NULL,
  user_id bigint NOT NULL,
  since timestamp with time zone NOT NULL,
  until timestamp with time zone,
  is_lost boolean DEFAULT false NOT NULL,
  CONSTRAINT visible_pages_pkey PRIMARY KEY (process_uuid, user_id)
) WITH (fillfactor=70);
CREATE INDEX visible_pages_user_id ON visible_pages (user_id);

CREATE TABLE watches (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  process_uuid uuid NOT NULL,
  actor_id bigint NOT NULL,
  chat_id bigint NOT NULL,
  address text COLLATE "C",
  CONSTRAINT watches_pkey PRIMARY KEY (id),
  CONSTRAINT watches_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id),
  CONSTRAINT watches_chat_id_fkey FOREIGN KEY (chat_id) REFERENCES chats(id)
);

CREATE TABLE working_hours (
  version bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  office_id bigint,
  hours json NOT NULL,
  CONSTRAINT working_hours_pkey PRIMARY KEY (version),
  CONSTRAINT working_hours_office_id_key UNIQUE NULLS NOT DISTINCT (office_id),
  CONSTRAINT working_hours_office_id_fkey FOREIGN KEY (office_id) REFERENCES offices(id) ON DELETE CASCADE
);
