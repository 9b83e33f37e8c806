import { screen } from '@testing-library/react';
import { setCurrentUser } from '../shared/session.ts';
import { useNotification } from '../shared/toast/notify.ts';
import { ana } from './builders.ts';
import { user } from './show.tsx';

export const elena = {
  ...ana,
  email: 'elena@empresa.local',
  isAdmin: true,
  role: 'ADMIN' as const,
};

/** An administrator comes to a page of the administration, whose first steps are hidden. */
export function comeToDesk(): void {
  localStorage.clear();
  localStorage.setItem(`chat.firstSteps.${elena.uuid}`, 'hidden');
  useNotification.setState({ current: null });
  setCurrentUser(elena);
}

/** The notice that is shown: 'success: Hecho', 'error: No se pudo'. */
export function notice(): string | undefined {
  const { current } = useNotification.getState();
  return current ? `${current.color}: ${current.message}` : undefined;
}

/** A server that cannot be reached. */
export const noAnswer = (): never => {
  throw new TypeError('Failed to fetch');
};

const textsOf = (selector: string) =>
  [...document.querySelectorAll(selector)].map(({ textContent }) => textContent ?? '');

export const columns = () => textsOf('th:not(:has(.visually-hidden))');
/** The cells of each row, without the last one, which has its buttons. */
export const rows = () =>
  [...document.querySelectorAll('tbody > tr')].map((row) =>
    [...row.querySelectorAll('td[data-label]')].map(({ textContent }) => textContent ?? ''),
  );
export const menuItems = () => textsOf('[role=menuitem]');
export const isDialogOpen = () => document.querySelector('[role=dialog]') !== null;

/** Picks an option of a field that offers some. */
export async function choose(field: string, option: string): Promise<void> {
  await user.click(await screen.findByLabelText(field, { selector: '[role=combobox]' }));
  await user.click(await screen.findByText(option, { selector: '[role=option] *' }));
}
