import type { Chat } from '@chat/contract/chats';
import { Fragment } from 'react';
import { PersonName } from '../../../shared/ui/person-name.tsx';
import styles from './direct-chat-names.module.css';

/** The two of a direct chat on one line; where it is short each of them gives way. */
export function DirectChatNames({ users }: Pick<Chat, 'users'>) {
  return (
    <span className={styles.names}>
      {users.map((user, place) => (
        <Fragment key={user.uuid}>
          {place > 0 && <span className={styles.and}> / </span>}
          <PersonName person={user} />
        </Fragment>
      ))}
    </span>
  );
}
