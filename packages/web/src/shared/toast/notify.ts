import { create } from 'zustand';

export type SnackbarColor = 'success' | 'error' | 'info';

export interface Notification {
  id: number;
  message: string;
  color: SnackbarColor;
}

/** rules/notices 1 */
const SHOWN_MS = 4000;

export const useNotification = create<{ current: Notification | null }>(() => ({ current: null }));

let count = 0;
let hiding: number | undefined;

/** Shows a message in the notification bar for four seconds; a newer one takes its place. */
export function notify(message: string, color: SnackbarColor = 'success'): void {
  window.clearTimeout(hiding);
  count += 1;
  useNotification.setState({ current: { id: count, message, color } });
  hiding = window.setTimeout(() => useNotification.setState({ current: null }), SHOWN_MS);
}
