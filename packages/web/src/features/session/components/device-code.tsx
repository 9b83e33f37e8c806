import { ApiError } from '../../../shared/api-error.ts';
import { sessionTexts as texts } from '../session.texts.ts';
import styles from './device-code.module.css';

/** What the person who waits reads out to the administrator; stays when the bar with the refusal has gone. */
export function DeviceCode({ error }: { error: unknown }) {
  const [code] = (error instanceof ApiError && error.errors.deviceCode) || [];
  if (!code) return null;
  return (
    <div role="status" className={styles.waiting}>
      <p className={styles.line}>
        {texts.deviceCode} <code className={styles.code}>{code}</code>
      </p>
      <p className={styles.hint}>{texts.deviceCodeHint}</p>
    </div>
  );
}
