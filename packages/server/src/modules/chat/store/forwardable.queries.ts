import type { MessageType } from '@chat/contract/messages';
import { type Db, sql } from '../../../db/database.ts';
import { memberOf } from './chats.queries.ts';
import type { NewFile } from './files.queries.ts';

export interface ForwardableRow {
  id: number;
  type: MessageType;
  content: string;
  file: NewFile | null;
}

/** The message with its file, for a present member of its chat; watching it is not enough. */
export function findForwardable(
  db: Db,
  messageUuid: string,
  viewerId: number,
): Promise<ForwardableRow | undefined> {
  return db.maybeOne(sql`
    select m.id, m.type, m.content, case when f.uuid is not null then json_build_object(
        'uuid', f.uuid, 'name', f.name, 'mediaType', f.media_type, 'size', f.size, 'width', f.width, 'height', f.height,
        'hasThumbnail', f.has_thumbnail, 'durationMs', f.duration_ms, 'waveform', f.waveform
      ) end as file
    from messages m join chats c on c.id = m.chat_id left join groups g on g.id = c.group_id
      left join files f on m.type <> 'TEXT' and f.message_id = m.id
    where m.uuid = ${messageUuid} and m.deleted_at is null and g.deleted_at is null and ${memberOf(viewerId)}`);
}
