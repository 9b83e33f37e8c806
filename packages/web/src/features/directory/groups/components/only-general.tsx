import { UsersRound } from 'lucide-react';
import { Button } from '../../../../shared/ui/button.tsx';
import { NextStep } from '../../../../shared/ui/next-step.tsx';
import { useGroups } from '../../lists/list-groups.ts';
import { adminGroupsTexts as texts } from '../admin-groups.texts.ts';

/** For an administrator who has formed no group yet: GENERAL is there from the start. */
export function OnlyGeneral({ onCreate }: { onCreate: () => void }) {
  const groups = useGroups().data;
  if (groups?.length !== 1) return null;
  return (
    <NextStep
      icon={UsersRound}
      title={texts.onlyGeneral}
      action={<Button onClick={onCreate}>{texts.formFirst}</Button>}
    >
      {texts.onlyGeneralHint}
    </NextStep>
  );
}
