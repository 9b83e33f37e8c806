import { ShieldCheck } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { ApiError } from '../../shared/api-error.ts';
import { Button } from '../../shared/ui/button.tsx';
import { TextField } from '../../shared/ui/text-field.tsx';
import styles from './sign-in-codes.module.css';
import { codeTexts } from './sign-in-codes.texts.ts';

const authenticator = {
  ...codeTexts.authenticator,
  input: { inputMode: 'numeric', autoComplete: 'one-time-code' },
} as const;

const recovery = {
  ...codeTexts.recovery,
  input: { inputMode: 'text', autoComplete: 'off' },
} as const;

const codeIn = (error: unknown, field: 'code' | 'deviceCode'): string | undefined =>
  error instanceof ApiError ? error.errors[field]?.[0] : undefined;

/** The code that a refused sign-in asks for, and the code that a waiting person reads out. `error`: that of the last try. */
export function SignInCodes({ error }: { error: unknown }) {
  // The question itself is no mistake of the person's, nor is what they typed as the other kind of code.
  const [question, setQuestion] = useState<unknown>(null);
  if (question === null && codeIn(error, 'code')) setQuestion(error);
  return (
    <>
      {question !== null && (
        <CodeField
          problem={error === question ? undefined : codeIn(error, 'code')}
          onOtherKind={() => setQuestion(error ?? question)}
        />
      )}
      <DeviceCode error={error} />
    </>
  );
}

interface CodeFieldProps {
  problem: string | undefined;
  /** The person changes to the other kind of code. */
  onOtherKind: () => void;
}

/** The second step of a sign-in, once the server has asked for it (rules/account 9). */
function CodeField({ problem, onOtherKind }: CodeFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [kind, setKind] = useState<typeof authenticator | typeof recovery>(authenticator);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each question and each refusal asks for the code.
  useLayoutEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, [kind, problem]);
  const changeKind = () => {
    if (input.current) input.current.value = '';
    setKind(kind === authenticator ? recovery : authenticator);
    onOtherKind();
  };
  return (
    <>
      <TextField
        ref={input}
        label={kind.label}
        hint={kind.hint}
        error={problem}
        icon={<ShieldCheck aria-hidden="true" />}
        autoCapitalize="none"
        spellCheck={false}
        name="code"
        {...kind.input}
      />
      <Button variant="ghost" size="s" onClick={changeKind}>
        {kind.other}
      </Button>
    </>
  );
}

/** The code that a waiting person reads out to the administrator; it stays when the error notice is gone. */
export function DeviceCode({ error }: { error: unknown }) {
  const code = codeIn(error, 'deviceCode');
  if (!code) return null;
  return (
    <div role="status" className={styles.waiting}>
      <p className={styles.line}>
        {codeTexts.device.label} <code className={styles.code}>{code}</code>
      </p>
      <p className={styles.hint}>{codeTexts.device.hint}</p>
    </div>
  );
}
