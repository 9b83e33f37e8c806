import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ana } from '../../test/builders.ts';
import { emitReserved } from '../../test/fakes.ts';
import { press } from '../../test/show.tsx';
import { setCurrentUser, startSession } from '../session.ts';
import { socket } from '../socket.ts';
import { lateComponent } from './late-part.tsx';

let isThere = false;

/** A page with a part that comes once `isThere` says so. */
function showPart(): void {
  const { Late } = lateComponent(async () => {
    if (!isThere) throw new TypeError('Failed to fetch dynamically imported module');
    return () => <p>la parte</p>;
  });
  render(
    <>
      <input aria-label="Mensaje" defaultValue="a medias" />
      <Late />
    </>,
  );
}

const typed = () => screen.getByLabelText<HTMLInputElement>('Mensaje').value;

beforeEach(() => {
  isThere = false;
});
afterEach(cleanup);

it('a part that does not come says so in its place, and comes when it is asked for again', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  showPart();
  await screen.findByRole('alert');
  isThere = true;
  await press('Reintentar');
  await screen.findByText('la parte');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(typed()).toBe('a medias');
});

it('one that the server has no more offers a reload', async () => {
  vi.stubGlobal('fetch', async () => new Response());
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
  showPart();
  await press('Recargar');
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(typed()).toBe('a medias');
});

it('and comes by itself with the next connection', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  startSession({ accessToken: 'secreto', user: ana });
  setCurrentUser(ana);
  showPart();
  await screen.findByRole('alert');
  isThere = true;
  vi.spyOn(socket, 'emit').mockImplementation((...said) => {
    const answer = said.at(-1);
    if (typeof answer === 'function') Reflect.apply(answer, undefined, [{ ok: true }]);
    return socket;
  });
  act(() => emitReserved(socket, 'connect'));
  await screen.findByText('la parte');
});
