import { CSPProvider } from '@base-ui/react/csp-provider';
import type { RequiredStep } from '@chat/contract/session';
import { QueryClientProvider } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { accountTexts, twoStepsTexts } from '../features/account/account.texts.ts';
import { ChangeOwnPasswordForm } from '../features/account/own-password.tsx';
import { SetUpTwoSteps } from '../features/account/two-steps-section.tsx';
import { privacyNoticeTexts } from '../features/privacy-notice/privacy-notice.texts.ts';
import { ConfirmNotice } from '../features/privacy-notice/read-notice.tsx';
import { loadCurrentUser } from '../features/session/api.ts';
import { Entrance } from '../features/session/entrance.tsx';
import { useLogOut } from '../features/session/log-out.ts';
import { errorMessage } from '../shared/api-error.ts';
import { usePageVisible } from '../shared/hooks/browser.ts';
import { queryClient } from '../shared/query-client.ts';
import { useSession } from '../shared/session.ts';
import { notify } from '../shared/toast/notify.ts';
import { Button } from '../shared/ui/button.tsx';
import { ConfirmDialog } from '../shared/ui/dialog.tsx';
import styles from './restricted.module.css';

const texts = accountTexts.restricted;

/** In the place of every page while the session is restricted: the one thing to do first (rules/account 8). */
export function RestrictedPage() {
  const required = useSession(({ login }) => login?.required);
  return (
    // The page's policy takes styles from its own files alone.
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        {required && <Screen key={required} required={required} />}
      </QueryClientProvider>
    </CSPProvider>
  );
}

interface StepProps {
  /** Asks the server what comes next: another step, or the page. */
  onDone: () => void;
  onUnsaved: (isUnsaved: boolean) => void;
}

interface Step {
  title: string;
  hint: string;
  Body: (props: StepProps) => ReactNode;
}

const steps: Record<RequiredStep, Step> = {
  PASSWORD: { ...texts.password, Body: ({ onDone }) => <ChangeOwnPasswordForm onSaved={onDone} /> },
  TWO_STEPS: { ...texts.twoSteps, Body: (props) => <SetUpTwoSteps isOn={false} {...props} /> },
  NOTICE: {
    title: privacyNoticeTexts.title,
    hint: privacyNoticeTexts.screenHint,
    Body: ({ onDone }) => <ConfirmNotice onDone={onDone} />,
  },
};

function Screen({ required }: { required: RequiredStep }) {
  const { title, hint, Body } = steps[required];
  // Undefined until there are recovery codes.
  const [isUnsaved, setUnsaved] = useState<boolean>();
  const screen = useRef<HTMLDivElement>(null);
  // Whatever had the focus is gone.
  useEffect(() => screen.current?.focus(), []);
  useWhatIsRequired(isUnsaved === undefined);
  return (
    <div ref={screen} tabIndex={-1} className={styles.screen}>
      <Entrance isSentence title={title} hint={hint}>
        <Body onDone={goOn} onUnsaved={setUnsaved} />
        <LogOutButton isUnsaved={isUnsaved === true} />
      </Entrance>
    </div>
  );
}

const goOn = () =>
  void loadCurrentUser().catch((error: unknown) =>
    notify(errorMessage(error, accountTexts.unexpected), 'error'),
  );

/** Another tab may have done it meanwhile. Nobody is led away from recovery codes: 'Terminar' does it. */
function useWhatIsRequired(isAsked: boolean): void {
  const isVisible = usePageVisible();
  useEffect(() => {
    if (!isVisible || !isAsked) return;
    const asking = new AbortController();
    loadCurrentUser(asking.signal).catch(() => undefined);
    return () => asking.abort();
  }, [isVisible, isAsked]);
}

function LogOutButton({ isUnsaved }: { isUnsaved: boolean }) {
  const logOut = useLogOut();
  const [isAsking, setAsking] = useState(false);
  const { leave } = twoStepsTexts;
  return (
    <>
      <Button
        variant="ghost"
        isBusy={logOut.isPending}
        icon={<LogOut aria-hidden="true" />}
        onClick={() => (isUnsaved ? setAsking(true) : logOut.mutate())}
      >
        {texts.logOut}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={leave.title}
        confirmLabel={leave.discard}
        cancelLabel={leave.stay}
        onClose={() => setAsking(false)}
        onConfirm={() => logOut.mutate()}
      >
        {leave.question}
      </ConfirmDialog>
    </>
  );
}
