import { BellOff, BellRing, Volume2, VolumeX, X } from 'lucide-react';
import { create } from 'zustand';
import { persist, readKept } from '../../shared/persist.ts';
import { Button } from '../../shared/ui/button.tsx';
import { IconButton } from '../../shared/ui/icon-button.tsx';
import type { MenuItem } from '../../shared/ui/menu-popup.tsx';
import { notificationsTexts as texts } from './notifications.texts.ts';
import styles from './permission-offer.module.css';
import { toggleSound, useSound } from './sound.ts';

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

const OFFER_KEY = 'chat.notifications';
const LATER = 'later';

interface Permission {
  /**
   * The permission as the browser has it; `asking` before the first answer, `missing` where it has no notifications.
   */
  state: NotificationPermission | 'asking' | 'missing';
  isOfferDismissed: boolean;
  /** How a refusal is undone: shown to users who want notifications in spite of it. */
  isHelpShown: boolean;
}

const standing = () => ('Notification' in window ? Notification.permission : 'missing');

export const usePermission = create<Permission>(() => ({
  state: standing() === 'default' ? 'asking' : standing(),
  isOfferDismissed: readKept(OFFER_KEY) === LATER,
  isHelpShown: false,
}));

/** Asks whether the browser may notify (rules/notifications 4); an answer once given is respected. */
export async function askPermission(): Promise<void> {
  if (standing() === 'default') await Notification.requestPermission();
  // The answer itself says less: without a gesture, WebKit gives 'denied' where nothing is decided.
  usePermission.setState({ state: standing() });
}

/** Asks for the permission by a press of a button, which every browser listens to, and shows help if it is denied. */
export async function switchOn(): Promise<void> {
  await askPermission();
  usePermission.setState(({ state }) => ({ isHelpShown: state === 'denied' }));
}

/** For good in this browser; the account menu still offers it. */
function dismissOffer(): void {
  persist(OFFER_KEY, LATER);
  usePermission.setState({ isOfferDismissed: true });
}

const closeHelp = (): void => usePermission.setState({ isHelpShown: false });

/** The account menu's entries about notifications and their sound. */
export function useNotificationItems(): MenuItem[] {
  const isMuted = useSound((sound) => sound.isMuted);
  const isOpen = usePermission(({ state }) => state !== 'granted' && state !== 'missing');
  const allow = { label: texts.allow, icon: BellRing, onSelect: () => void switchOn() };
  const sound = {
    label: isMuted ? texts.unmute : texts.mute,
    icon: isMuted ? Volume2 : VolumeX,
    onSelect: toggleSound,
  };
  return isOpen ? [allow, sound] : [sound];
}
