import { BellOff, BellRing, X } from 'lucide-react';
import { Button } from '../../../shared/ui/button.tsx';
import { IconButton } from '../../../shared/ui/icon-button.tsx';
import { notificationsTexts as texts } from '../notifications.texts.ts';
import { closeHelp, dismissOffer, switchOn, usePermission } from '../permission.ts';
import styles from './permission-offer.module.css';

/**
 * A quiet line where the browser has not let itself be asked, or was not answered; gone for good when dismissed. Another
 * one says how a refusal is undone.
 */
export function PermissionOffer() {
  const { state, isOfferDismissed, isHelpShown } = usePermission();
  if (isHelpShown) {
    return (
      <div className={styles.offer} role="status">
        <BellOff aria-hidden="true" className={styles.icon} />
        <p className={styles.help}>{texts.help}</p>
        <IconButton label={texts.close} icon={X} size="s" onClick={closeHelp} />
      </div>
    );
  }
  if (state !== 'default' || isOfferDismissed) return null;
  return (
    <div className={styles.offer}>
      <BellRing aria-hidden="true" className={styles.icon} />
      <p className={styles.text}>{texts.offer}</p>
      <Button variant="ghost" size="s" onClick={() => void switchOn()}>
        {texts.allow}
      </Button>
      <IconButton label={texts.notNow} icon={X} size="s" onClick={dismissOffer} />
    </div>
  );
}
