import { create } from 'zustand';
import { keep } from '../../shared/keep.ts';

const OFFER_KEY = 'chat.notifications';
const LATER = 'later';

interface Permission {
  /** `undecided`: the user was asked and gave no answer, or the browser wants a click before it asks. */
  state: 'asking' | 'undecided' | 'decided';
  isOfferDismissed: boolean;
}

export const usePermission = create<Permission>(() => ({
  state: 'Notification' in window && Notification.permission === 'default' ? 'asking' : 'decided',
  isOfferDismissed: localStorage.getItem(OFFER_KEY) === LATER,
}));

/** Asks whether the browser may notify (product §2, main layout); an answer once given is respected. */
export async function askPermission(): Promise<void> {
  if (usePermission.getState().state === 'decided') return;
  const answer = await Notification.requestPermission();
  usePermission.setState({ state: answer === 'default' ? 'undecided' : 'decided' });
}

/** For good in this browser; the account menu still offers it. */
export function dismissOffer(): void {
  keep(OFFER_KEY, LATER);
  usePermission.setState({ isOfferDismissed: true });
}
