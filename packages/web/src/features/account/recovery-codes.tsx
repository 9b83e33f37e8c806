import { CircleCheck, Printer } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useSession } from '../../shared/session.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { CopyButton } from '../../shared/ui/copy-button.tsx';
import { withBreaks } from '../../shared/ui/with-breaks.tsx';
import styles from './account.module.css';
import { twoStepsTexts } from './two-steps.texts.ts';

const { codes: texts, leave } = twoStepsTexts;

interface RecoveryCodesProps {
  codes: string[];
  /** Tells whether they are neither copied nor printed yet. */
  onUnsaved: (isUnsaved: boolean) => void;
  onDone: () => void;
}

/** Shown once: whoever leaves without having copied or printed them is asked first (rules/account 7). */
export function RecoveryCodes({ codes, onUnsaved, onDone }: RecoveryCodesProps) {
  const [isSaved, setSaved] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const first = useRef<HTMLParagraphElement>(null);
  useEffect(() => first.current?.focus(), []);
  const latest = useRef(onUnsaved);
  useEffect(() => {
    latest.current = onUnsaved;
  });
  useEffect(() => latest.current(!isSaved), [isSaved]);
  useQuestionOfBrowser(!isSaved);
  const print = () => {
    window.print();
    setSaved(true);
  };
  return (
    <div className={styles.form}>
      <p ref={first} tabIndex={-1} className={styles.done}>
        <CircleCheck aria-hidden="true" />
        {texts.done}
      </p>
      <div>
        <h3 className={styles.codesTitle}>{texts.title}</h3>
        <p className={styles.hint}>{texts.hint}</p>
      </div>
      <Sheet codes={codes} />
      <div className={styles.actions}>
        <Button variant="secondary" size="s" icon={<Printer aria-hidden="true" />} onClick={print}>
          {texts.print}
        </Button>
        <CopyButton
          text={codes.join('\n')}
          label={texts.copy}
          copied={texts.copied}
          failed={texts.copyFailed}
          onCopied={() => setSaved(true)}
        />
      </div>
      <Button onClick={() => (isSaved ? onDone() : setAsking(true))}>{texts.action}</Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={leave.title}
        confirmLabel={leave.discard}
        cancelLabel={leave.stay}
        onClose={() => setAsking(false)}
        onConfirm={onDone}
      >
        {leave.question}
      </ConfirmDialog>
    </div>
  );
}

/** On paper it says whose codes they are, and of which chat. */
function Sheet({ codes }: { codes: string[] }) {
  const email = useSession(({ user }) => user?.email ?? '');
  return (
    <div className={styles.sheet}>
      <p className={styles.owner}>{withBreaks(texts.of(email, window.location.host))}</p>
      <ol className={styles.codes} aria-label={texts.title}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** The browser asks before the page is closed or loaded anew. */
function useQuestionOfBrowser(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isNeeded]);
}
