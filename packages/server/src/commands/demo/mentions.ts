import type { NewMentionRow } from '../../modules/chat/store/bulk-messages.queries.ts';
import type { Histories } from './conversations.ts';

/** Whom the messages of group chats call by name, as their text says. */
export function mentionsIn(histories: Histories): NewMentionRow[] {
  return [...histories].flatMap(([chat, history]) =>
    history.flatMap(({ uuid, content }) =>
      chat.members
        .filter(({ email }) => content.includes(`@${email}`))
        .map(({ id }) => ({ messageUuid: uuid, userId: id })),
    ),
  );
}
