import { CircleCheck, Printer } from 'lucide-react';
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import { encode } from 'uqr';
import { ApiError, errorMessage } from '../../shared/api-error.ts';
import { useSession } from '../../shared/session.ts';
import { notify } from '../../shared/toast/notify.ts';
import { Button } from '../../shared/ui/button.tsx';
import { CopyButton } from '../../shared/ui/copy-button.tsx';
import { ConfirmDialog } from '../../shared/ui/dialog.tsx';
import { isFocusLost } from '../../shared/ui/focus.ts';
import { TextField } from '../../shared/ui/text-field.tsx';
import { withBreaks } from '../../shared/ui/with-breaks.tsx';
import styles from './account.module.css';
import { accountTexts, twoStepsTexts } from './account.texts.ts';
import { useConfirmTwoSteps, useSetUpTwoSteps } from './api.ts';
import { OwnPasswordField } from './own-password.tsx';

export interface SetUpProps {
  /** A second step is on already: it takes the password. */
  isOn: boolean;
  /** Tells whether there are recovery codes that the person has neither copied nor printed. */
  onUnsaved: (isUnsaved: boolean) => void;
  onDone: () => void;
}

interface Begun {
  secret: string;
  uri: string;
}

/** From the first press to the recovery codes: begin, scan and confirm, keep the codes (rules/account 6). */
export function SetUpTwoSteps({ isOn, onUnsaved, onDone }: SetUpProps) {
  const [begun, setBegun] = useState<Begun | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  if (codes) return <RecoveryCodes codes={codes} onUnsaved={onUnsaved} onDone={onDone} />;
  if (!begun) return <BeginStep isOn={isOn} onBegun={setBegun} />;
  return <ScanStep begun={begun} onConfirmed={setCodes} onLapsed={() => setBegun(null)} />;
}

/** The text for one field; whatever else went wrong is told by the notification bar. */
function useFieldError(field: string) {
  const [problem, setProblem] = useState<string>();
  const show = (error: unknown) => {
    const text = error instanceof ApiError ? error.errors[field]?.[0] : undefined;
    setProblem(text);
    if (text === undefined) notify(errorMessage(error, accountTexts.unexpected), 'error');
  };
  return { problem, show };
}

const typedIn = (event: FormEvent<HTMLFormElement>, field: string) => {
  event.preventDefault();
  return String(new FormData(event.currentTarget).get(field) ?? '');
};

function BeginStep({ isOn, onBegun }: { isOn: boolean; onBegun: (begun: Begun) => void }) {
  const setUp = useSetUpTwoSteps();
  const { problem, show } = useFieldError('password');
  const begin = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // A set-up that took too long has taken what had the focus with it.
    if (isFocusLost()) begin.current?.focus();
  }, []);
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    setUp.mutate(typedIn(event, 'password'), { onSuccess: onBegun, onError: show });
  };
  return (
    <form className={styles.form} onSubmit={handleSubmit} noValidate>
      <p>{twoStepsTexts.begin.hint}</p>
      {isOn && (
        <>
          <p className={styles.warning}>{twoStepsTexts.begin.again}</p>
          <OwnPasswordField label={twoStepsTexts.password} name="password" error={problem} />
        </>
      )}
      <Button ref={begin} type="submit" isBusy={setUp.isPending}>
        {twoStepsTexts.begin.action}
      </Button>
    </form>
  );
}

interface ScanStepProps {
  begun: Begun;
  onConfirmed: (codes: string[]) => void;
  /** The set-up took too long, and has to begin anew. */
  onLapsed: () => void;
}

function ScanStep({ begun, onConfirmed, onLapsed }: ScanStepProps) {
  const confirm = useConfirmTwoSteps();
  const { problem, show } = useFieldError('code');
  const input = useRef<HTMLInputElement>(null);
  const first = useRef<HTMLHeadingElement>(null);
  // The step before had the focus, and is gone.
  useEffect(() => first.current?.focus(), []);
  const handleError = (error: unknown) => {
    show(error);
    if (error instanceof ApiError && error.status === 409) onLapsed();
    else input.current?.select();
  };
  const handleSubmit = (event: FormEvent<HTMLFormElement>) =>
    confirm.mutate(typedIn(event, 'code'), { onSuccess: onConfirmed, onError: handleError });
  return (
    <form className={styles.form} onSubmit={handleSubmit} noValidate>
      <h3 ref={first} tabIndex={-1} className={styles.step} data-step="1">
        {twoStepsTexts.scan.first}
      </h3>
      <QrCode text={begun.uri} label={twoStepsTexts.scan.image} />
      <a className={styles.open} href={begun.uri}>
        {twoStepsTexts.scan.open}
      </a>
      <div className={styles.byHand}>
        <p className={styles.hint}>{twoStepsTexts.scan.byHand}</p>
        <div className={styles.secretLine}>
          <code className={styles.secret}>{begun.secret.replace(/.{4}(?=.)/g, '$& ')}</code>
          <CopyButton
            text={begun.secret}
            label={twoStepsTexts.scan.copySecret}
            copied={twoStepsTexts.scan.copied}
            failed={twoStepsTexts.codes.copyFailed}
          />
        </div>
      </div>
      <h3 className={styles.step} data-step="2">
        {twoStepsTexts.scan.second}
      </h3>
      <TextField
        ref={input}
        label={twoStepsTexts.scan.code}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        error={problem}
      />
      <p className={styles.hint}>{twoStepsTexts.scan.others}</p>
      <Button type="submit" isBusy={confirm.isPending}>
        {twoStepsTexts.scan.action}
      </Button>
    </form>
  );
}

/** Cells of quiet around it, as cameras need them. */
const QUIET = 4;

/** Dark on white in both themes: not every camera reads the other way round. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => draw(text), [text]);
  return (
    <svg className={styles.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={path} />
    </svg>
  );
}

function draw(text: string) {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET });
  const cells = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])),
  );
  return { size, path: cells.join('') };
}

const { codes: texts, leave } = twoStepsTexts;

interface RecoveryCodesProps {
  codes: string[];
  /** Tells whether they are neither copied nor printed yet. */
  onUnsaved: (isUnsaved: boolean) => void;
  onDone: () => void;
}

/** Shown once: whoever leaves without having copied or printed them is asked first (rules/account 7). */
function RecoveryCodes({ codes, onUnsaved, onDone }: RecoveryCodesProps) {
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
