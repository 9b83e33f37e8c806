import type { ConnectionStatus } from '@chat/contract/users';
import { Badge } from '../../../../shared/ui/badge.tsx';
import { usersTexts } from '../users.texts.ts';

const tones = { ONLINE: 'success', OFFLINE: 'neutral', DISCONNECTED: 'danger' } as const;

export function ConnectionBadge({ status }: { status: ConnectionStatus }) {
  return (
    <Badge tone={tones[status]} hasDot>
      {usersTexts.statuses[status]}
    </Badge>
  );
}
