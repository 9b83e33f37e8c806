import type { User } from '@chat/contract/users';
import { Avatar } from '../../../../shared/ui/avatar.tsx';
import { Badge } from '../../../../shared/ui/badge.tsx';
import { withBreaks } from '../../../../shared/ui/with-breaks.tsx';
import { fullName } from '../full-name.ts';
import { usersTexts } from '../users.texts.ts';
import styles from './user-name.module.css';

export function UserName({ user }: { user: User }) {
  return (
    <span className={styles.user}>
      <Avatar email={user.email} size="s" />
      <span className={styles.name}>
        <span className={styles.text}>{withBreaks(fullName(user))}</span>
        {user.blockedAt && <Badge tone="danger">{usersTexts.blocked}</Badge>}
      </span>
    </span>
  );
}
