import { UserPlus } from 'lucide-react';
import { Button } from '../../../../shared/ui/button.tsx';
import { NextStep } from '../../../../shared/ui/next-step.tsx';
import { usersTexts as texts } from '../users.texts.ts';

/** For the administrator who is alone in a new company. */
export function NobodyElse({ onCreate }: { onCreate: () => void }) {
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
