import { UserPlus } from 'lucide-react';
import { Button } from '../../../shared/ui/button.tsx';
import { NextStep } from '../../../shared/ui/next-step.tsx';
import { useFoundUsers } from '../api/search-users.ts';
import { usersTexts as texts } from '../users.texts.ts';

/** For the administrator who is alone in a new company. */
export function NobodyElse({ onCreate }: { onCreate: () => void }) {
  const users = useFoundUsers('').data;
  if (!users?.every(({ isAdmin }) => isAdmin)) return null;
  return (
    <NextStep
      icon={UserPlus}
      title={texts.nobodyElse}
      action={<Button onClick={onCreate}>{texts.registerFirst}</Button>}
    >
      {texts.nobodyElseHint}
    </NextStep>
  );
}
