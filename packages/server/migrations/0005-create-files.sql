-- What a message carries; the bytes lie in the store under `uuid`. A row without a message is an upload under way, or one
-- whose message never came to be or is gone: the sweep removes its bytes, then the row. No reference to messages(id), so
-- that messages can be partitioned.
create table files (
  uuid uuid primary key,
  message_id bigint unique,
  name text not null,
  -- By its bytes, never by what the sender said.
  media_type text not null,
  size bigint not null,
  -- Pixels of an image as it is shown, where they are known.
  width integer,
  height integer,
  has_thumbnail boolean not null default false,
  created_at timestamptz not null default now()
);

create index files_unclaimed on files (created_at) where message_id is null;
