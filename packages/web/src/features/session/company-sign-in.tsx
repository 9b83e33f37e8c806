import { beginCompanySignIn } from '@chat/contract/auth';
import { Building2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { errorMessage } from '../../shared/api-error.ts';
import { askedPage, carryAsked } from '../../shared/asked-page.ts';
import { callApi } from '../../shared/call-api.ts';
import { notify } from '../../shared/toast/notify.ts';
import { Button } from '../../shared/ui/button.tsx';
import styles from './company-sign-in.module.css';
import { getDeviceId } from './device-id.ts';
import { sessionTexts as texts } from './session.texts.ts';

interface CompanySignInProps {
  /** As in 'Entrar con …'. */
  name: string;
  /** There is no other way in. */
  isAlone: boolean;
}

/** Goes to the company's provider, which comes back to '/auth/oidc' (rules/arrivals 6). */
export function CompanySignIn({ name, isAlone }: CompanySignInProps) {
  const [isLeaving, setLeaving] = useState(false);
  useEffect(() => {
    // Whoever comes back by the browser's own way finds the page as it was left.
    const arrive = ({ persisted }: PageTransitionEvent) => persisted && setLeaving(false);
    window.addEventListener('pageshow', arrive);
    return () => window.removeEventListener('pageshow', arrive);
  }, []);
  const handleClick = async () => {
    setLeaving(true);
    try {
      const deviceId = await getDeviceId();
      const { content } = await callApi(beginCompanySignIn, { body: { deviceId } });
      window.location.assign(carryAsked(content.url, askedPage()));
    } catch (error) {
      setLeaving(false);
      notify(errorMessage(error, texts.unexpected), 'error');
    }
  };
  return (
    <div className={styles.ways}>
      {!isAlone && <p className={styles.or}>{texts.or}</p>}
      <Button
        variant={isAlone ? 'primary' : 'secondary'}
        icon={<Building2 aria-hidden="true" />}
        isBusy={isLeaving}
        onClick={() => void handleClick()}
      >
        {texts.companySignIn(name)}
      </Button>
    </div>
  );
}
