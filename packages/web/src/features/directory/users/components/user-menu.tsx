import type { User } from '@chat/contract/users';
import { Ban, CircleCheck, KeyRound, Pencil, Trash2 } from 'lucide-react';
import { useSession } from '../../../../shared/session.ts';
import { RowMenu } from '../../../../shared/ui/row-menu.tsx';
import { usersTexts as texts } from '../users.texts.ts';

export type UserAction = 'edit' | 'password' | 'delete' | 'block' | 'unblock';

interface UserMenuProps {
  user: User;
  onSelect: (action: UserAction) => void;
}

export function UserMenu({ user, onSelect }: UserMenuProps) {
  // Nobody can lock themselves out (rules/people 21), and the refusal would be silent.
  const isSelf = useSession((session) => session.user?.uuid === user.uuid);
  const blocking = user.blockedAt
    ? { label: texts.unblock, icon: CircleCheck, onSelect: () => onSelect('unblock') }
    : { label: texts.block, icon: Ban, isDisabled: isSelf, onSelect: () => onSelect('block') };
  return (
    <RowMenu
      items={[
        { label: texts.edit, icon: Pencil, onSelect: () => onSelect('edit') },
        { label: texts.changePassword, icon: KeyRound, onSelect: () => onSelect('password') },
        {
          label: texts.delete,
          icon: Trash2,
          isDanger: true,
          isDisabled: isSelf,
          onSelect: () => onSelect('delete'),
        },
        blocking,
      ]}
    />
  );
}
