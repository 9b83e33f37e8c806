import type { TwoSteps } from '@chat/contract/auth';
import { useQueryClient } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { lateComponent } from '../../shared/ui/late-part.tsx';
import { FailureState, Skeleton } from '../../shared/ui/placeholders.tsx';
import { SaveFormDialog } from '../../shared/ui/save-form-dialog.tsx';
import styles from './account.module.css';
import { twoStepsTexts as texts } from './account.texts.ts';
import { useRemoveTwoSteps, useTwoSteps } from './api.ts';
import { OwnPasswordField } from './own-password.tsx';
import { Section } from './sections.tsx';
import type { SetUpProps } from './set-up-two-steps.tsx';

/** With the drawing of QR codes: once it is asked for. */
export const { Late: SetUpTwoSteps } = lateComponent<SetUpProps>(
  async () => (await import('./set-up-two-steps.tsx')).SetUpTwoSteps,
  <Skeleton height="12rem" />,
);

/** Whether a code is asked for at the sign-in, and how that is changed (rules/account 5). */
export function TwoStepsSection() {
  const twoSteps = useTwoSteps();
  return (
    <Section title={texts.title} hint={texts.hint}>
      {twoSteps.isPending && <Skeleton height="4rem" />}
      {twoSteps.isError && !twoSteps.data && (
        <FailureState title={texts.failed} onRetry={() => void twoSteps.refetch()} />
      )}
      {twoSteps.data && <State {...twoSteps.data} />}
    </Section>
  );
}

/** With fewer, the person is asked to get new ones. */
const FEW_CODES = 3;

function State({ enabled, required, recoveryCodesLeft: left }: TwoSteps) {
  const [dialog, setDialog] = useState<'setUp' | 'turnOff' | null>(null);
  const close = () => setDialog(null);
  return (
    <>
      <p className={styles.state}>
        <Badge tone={enabled ? 'success' : 'neutral'} hasDot>
          {enabled ? texts.on : texts.off}
        </Badge>
        {enabled && <span>{left === 0 ? texts.noCodesLeft : texts.codesLeft(left)}</span>}
      </p>
      {enabled && left < FEW_CODES && <p className={styles.warning}>{texts.fewCodes}</p>}
      {required && <p className={styles.hint}>{enabled ? texts.required : texts.mustHave}</p>}
      <div className={styles.actions}>
        <Button
          variant={enabled ? 'secondary' : 'primary'}
          icon={<ShieldCheck aria-hidden="true" />}
          onClick={() => setDialog('setUp')}
        >
          {enabled ? texts.setUpAgain : texts.setUp}
        </Button>
        {enabled && !required && (
          <Button variant="secondary" onClick={() => setDialog('turnOff')}>
            {texts.turnOff}
          </Button>
        )}
      </div>
      {dialog === 'setUp' && <SetUpDialog isOn={enabled} onClose={close} />}
      {dialog === 'turnOff' && <TurnOffDialog onClose={close} />}
    </>
  );
}

function SetUpDialog({ isOn, onClose }: { isOn: boolean; onClose: () => void }) {
  const queryClient = useQueryClient();
  // The section behind tells what the dialog does while it is open, too.
  const [wasOn] = useState(isOn);
  const [isUnsaved, setUnsaved] = useState(false);
  return (
    <FormDialog
      isOpen
      title={texts.begin.dialogTitle}
      width={500}
      leaveQuestion={isUnsaved ? texts.leave : undefined}
      onClose={onClose}
    >
      <SetUpTwoSteps
        isOn={wasOn}
        onUnsaved={(now) => {
          setUnsaved(now);
          void queryClient.invalidateQueries();
        }}
        onDone={onClose}
      />
    </FormDialog>
  );
}

function TurnOffDialog({ onClose }: { onClose: () => void }) {
  const remove = useRemoveTwoSteps();
  const form = useForm({ defaultValues: { password: '' } });
  return (
    <SaveFormDialog
      title={texts.turnOffTitle}
      description={texts.turnOffHint}
      form={form}
      save={(body) => remove.mutateAsync(body)}
      saveLabel={texts.turnOff}
      onClose={onClose}
    >
      <OwnPasswordField
        label={texts.password}
        error={form.formState.errors.password?.message}
        {...form.register('password')}
      />
    </SaveFormDialog>
  );
}
