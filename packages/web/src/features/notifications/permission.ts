import { create } from 'zustand';
import { persist, readKept } from '../../shared/persist.ts';

const OFFER_KEY = 'chat.notifications';
const LATER = 'later';

interface Permission {
  /** As the browser holds it; `asking` until it has answered for the first time, `missing` where it has no notifications. */
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

/** The same by a press of a button, which every browser listens to. */
export async function switchOn(): Promise<void> {
  await askPermission();
  usePermission.setState(({ state }) => ({ isHelpShown: state === 'denied' }));
}

/** For good in this browser; the account menu still offers it. */
export function dismissOffer(): void {
  persist(OFFER_KEY, LATER);
  usePermission.setState({ isOfferDismissed: true });
}

export const closeHelp = (): void => usePermission.setState({ isHelpShown: false });
