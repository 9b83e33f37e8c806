import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import { encode } from 'uqr';
import { ApiError, errorMessage } from '../../shared/api-error.ts';
import { notify } from '../../shared/toast/notify.ts';
import { Button } from '../../shared/ui/button.tsx';
import { CopyButton } from '../../shared/ui/copy-button.tsx';
import { isFocusLost } from '../../shared/ui/focus.ts';
import { TextField } from '../../shared/ui/text-field.tsx';
import styles from './account.module.css';
import { accountTexts } from './account.texts.ts';
import { useConfirmTwoSteps, useSetUpTwoSteps } from './api.ts';
import { OwnPasswordField } from './own-password.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { twoStepsTexts as texts } from './two-steps.texts.ts';

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
      <p>{texts.begin.hint}</p>
      {isOn && (
        <>
          <p className={styles.warning}>{texts.begin.again}</p>
          <OwnPasswordField label={texts.password} name="password" error={problem} />
        </>
      )}
      <Button ref={begin} type="submit" isBusy={setUp.isPending}>
        {texts.begin.action}
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
        {texts.scan.first}
      </h3>
      <QrCode text={begun.uri} label={texts.scan.image} />
      <a className={styles.open} href={begun.uri}>
        {texts.scan.open}
      </a>
      <div className={styles.byHand}>
        <p className={styles.hint}>{texts.scan.byHand}</p>
        <div className={styles.secretLine}>
          <code className={styles.secret}>{begun.secret.replace(/.{4}(?=.)/g, '$& ')}</code>
          <CopyButton
            text={begun.secret}
            label={texts.scan.copySecret}
            copied={texts.scan.copied}
            failed={texts.codes.copyFailed}
          />
        </div>
      </div>
      <h3 className={styles.step} data-step="2">
        {texts.scan.second}
      </h3>
      <TextField
        ref={input}
        label={texts.scan.code}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        error={problem}
      />
      <p className={styles.hint}>{texts.scan.others}</p>
      <Button type="submit" isBusy={confirm.isPending}>
        {texts.scan.action}
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
