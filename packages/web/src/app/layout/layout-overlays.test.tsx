import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { setCurrentUser } from '../../shared/session.ts';
import { ana, buildEntry, buildOwnGroup, groupId } from '../../test/builders.ts';
import { serve, show, user } from '../../test/show.tsx';
import { LayoutOverlays } from './layout-overlays.tsx';

const gone = buildEntry({
  uuid: 'antes',
  hash: 'hash-antes',
  deletedAt: '2026-11-21T10:00:00.000Z',
});

beforeEach(() => {
  setCurrentUser(ana);
  window.history.replaceState(null, '', '/chats/me');
  serve({
    'GET /groups/me': [buildOwnGroup({ name: 'Almacén' })],
    [`GET /groups/${groupId}/chats`]: [
      buildEntry({ uuid: 'general', chatType: 'GROUP', email: '', hash: 'hash-general' }),
      buildEntry(),
      gone,
    ],
  });
});
afterEach(cleanup);

const options = () =>
  [...document.querySelectorAll('[role=option]')].map(({ textContent }) => textContent);

it('Ctrl+K leads to every chat and page that one may reach, and back to where one was', async () => {
  show(
    <>
      <textarea aria-label="Mensaje" />
      <LayoutOverlays user={ana} />
    </>,
  );
  const box = screen.getByLabelText('Mensaje');
  box.focus();
  const press = () => fireEvent.keyDown(window, { key: 'k', ctrlKey: true });
  press();
  await waitFor(() => expect(options()).toHaveLength(3));
  expect(options().map((option) => option?.slice(0, 7))).toEqual(['Almacén', 'BRbruno', 'Mi chat']);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(box));
  press();
  await waitFor(() => expect(options()).toHaveLength(3));
  await user.keyboard('BRUNO almacen{Enter}');
  await waitFor(() => expect(window.location.pathname).toBe(`/groups/${groupId}`));
  press();
  await waitFor(() => expect(options()).toHaveLength(3));
  await user.keyboard('mi ch{Enter}');
  await waitFor(() => expect(window.location.pathname).toBe('/chats/me'));
});
