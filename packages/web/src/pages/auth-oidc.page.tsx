import { useEffect, useState } from 'react';
import { arrivalTexts } from '../features/session/arrivals.texts.ts';
import { finishSignIn } from '../features/session/arrivals.ts';
import { Entrance, Refusal } from '../features/session/entrance.tsx';
import { sessionTexts } from '../features/session/session.texts.ts';
import { DeviceCode } from '../features/session/sign-in-codes.tsx';
import { errorMessage } from '../shared/api-error.ts';
import { goTo } from '../shared/navigation.ts';
import { askedPage, signInPath } from '../shared/routes.ts';
import { Button, Spinner } from '../shared/ui/button.tsx';
import styles from './auth-oidc.module.css';

const texts = arrivalTexts.company;

/** Where the company's provider sends people back to; they land as after any sign-in (rules/arrivals 7). */
export function AuthOidcPage() {
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    let isLeft = false;
    finishSignIn().catch((failure: unknown) => isLeft || setError(failure));
    return () => {
      isLeft = true;
    };
  }, []);
  if (error === null)
    return (
      <Entrance title={sessionTexts.brand} hint={texts.checking}>
        <div className={styles.checking} aria-busy="true">
          <Spinner size={28} />
        </div>
      </Entrance>
    );
  return (
    <Entrance title={sessionTexts.brand} hint={texts.failed}>
      <Refusal why={errorMessage(error, sessionTexts.unexpected)}>
        <DeviceCode error={error} />
        <Button onClick={() => goTo(signInPath(askedPage()), { replace: true })}>
          {texts.again}
        </Button>
      </Refusal>
    </Entrance>
  );
}
