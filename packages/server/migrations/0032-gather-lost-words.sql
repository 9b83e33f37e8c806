-- Words of entries that went. Whether another message still has them is looked up beside those who took their texts away.
create table search_lost_words (
  id bigint generated always as identity primary key,
  word text collate "C" not null
);
