import { BellRing, X } from 'lucide-react';
import { Button } from '../../../shared/ui/button.tsx';
import { IconButton } from '../../../shared/ui/icon-button.tsx';
import { notificationsTexts as texts } from '../notifications.texts.ts';
import { askPermission, dismissOffer, usePermission } from '../permission.ts';
import styles from './permission-offer.module.css';

/** A quiet line where the browser has not let itself be asked, or was not answered; gone for good when dismissed. */
export function PermissionOffer() {
  const isOffered = usePermission(
    ({ state, isOfferDismissed }) => state === 'undecided' && !isOfferDismissed,
  );
  if (!isOffered) return null;
  return (
    <div className={styles.offer}>
      <BellRing aria-hidden="true" className={styles.icon} />
      <p className={styles.text}>{texts.offer}</p>
      <Button variant="ghost" size="s" onClick={() => void askPermission()}>
        {texts.allow}
      </Button>
      <IconButton label={texts.notNow} icon={X} size="s" onClick={dismissOffer} />
    </div>
  );
}
