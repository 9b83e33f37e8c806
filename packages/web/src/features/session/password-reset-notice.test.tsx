import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { endSession, readSession, startSession } from '../../shared/session.ts';
import { ana } from '../../test/builders.ts';
import { PasswordResetNotice } from './password-reset-notice.tsx';

const elena = 'elena@empresa.local';
const at = '2020-03-01T10:30:00.000Z';

beforeEach(() => endSession());
afterEach(cleanup);

it.each([
  ['passwordReset', elena, `${elena} cambió tu contraseña (`],
  ['passwordReset', null, 'Tu contraseña se cambió desde el servidor ('],
  ['totpRemoved', elena, `${elena} quitó tu verificación en dos pasos (`],
  ['totpRemoved', null, 'Tu verificación en dos pasos se quitó desde el servidor ('],
])('tells of %s by %s, and when, until it is read', async (name, by, text) => {
  startSession({ accessToken: 'secreto', user: ana, [name]: { by, at } });
  render(<PasswordResetNotice />);
  expect(screen.getByRole('status').textContent).toContain(text);
  expect(screen.getByRole('status').textContent).toContain('01-03-2020');
  await userEvent.click(screen.getByRole('button', { name: 'Entendido' }));
  expect(screen.queryByRole('status')).toBeNull();
  expect(readSession().login).toMatchObject({ accessToken: 'secreto' });
});

it('tells of both apart: who has read one still reads the other', async () => {
  const notices = { passwordReset: { by: elena, at }, totpRemoved: { by: null, at } };
  startSession({ accessToken: 'secreto', user: ana, ...notices });
  render(<PasswordResetNotice />);
  const [first] = screen.getAllByRole('button', { name: 'Entendido' });
  if (first) await userEvent.click(first);
  expect(screen.getByRole('status').textContent).toContain('verificación en dos pasos');
});
