import type { Original } from '@chat/contract/messages';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setCurrentUser } from '../../../shared/session.ts';
import { ana, bruno, buildMessage, chatId } from '../../../test/builders.ts';
import { press, refusal, serve, show, user } from '../../../test/show.tsx';
import { changeWindow, messagesKey } from '../messages/list-messages.ts';
import { applyRemoval, emptyWindow } from '../messages/message-window.ts';
import { MessageMenu, renderMenuButton } from '../timeline/message-menu.tsx';
import { OriginalsDialog } from './originals-dialog.tsx';

const edited = buildMessage(1, { editedAt: '2026-11-21T10:05:00.000Z' });

const version = (content: string, changes: Partial<Original> = {}): Original => ({
  content,
  mentions: [],
  fileName: null,
  from: '2026-11-21T10:00:00.000Z',
  until: '2026-11-21T10:05:00.000Z',
  reason: 'EDITED',
  ...changes,
});

beforeEach(() => setCurrentUser({ ...ana, isAdmin: true, role: 'ADMIN' }));
afterEach(cleanup);

function open(history: () => unknown) {
  serve({ [`GET /chats/messages/${edited.uuid}/history`]: history });
  const { queryClient } = show(<OriginalsDialog subject={edited} onClose={() => {}} />);
  queryClient.setQueryData(messagesKey(chatId), { ...emptyWindow, messages: [edited] });
  return queryClient;
}
const lines = () => [...document.querySelectorAll('li')].map(({ textContent }) => textContent);

it('says what a message said before, and follows edits and its deletion', async () => {
  const mentions = [bruno];
  let versions = [version('A las nueve', { mentions, fileName: 'plan.pdf' })];
  const queryClient = open(() => versions);
  await waitFor(() => expect(lines()).toHaveLength(1));
  expect(lines()[0]).toMatch(/De .*\d\d:\d\d.* a .*\d\d:\d\d.*Editado.*plan\.pdf.*A las nueve/);
  expect(lines()[0]).toContain(`Menciona a ${bruno.email}`);
  versions = [...versions, version('A las diez', { until: '2026-11-21T10:06:00.000Z' })];
  const editedAt = '2026-11-21T10:06:00.000Z';
  act(() =>
    changeWindow(queryClient, chatId, (loaded) => ({
      ...loaded,
      messages: [{ ...edited, editedAt }],
    })),
  );
  await waitFor(() => expect(lines()).toHaveLength(2));
  const until = '2026-11-21T10:07:00.000Z';
  versions = [...versions, version('A las once', { until, reason: 'DELETED' })];
  act(() =>
    changeWindow(queryClient, chatId, (loaded) => applyRemoval(loaded, { messageId: edited.uuid })),
  );
  await waitFor(() => expect(lines()[2]).toMatch(/Eliminado.*A las once/));
});

it('says that it could not be read, and that nothing is kept', async () => {
  let answer: unknown = refusal(400, 'No');
  open(() => answer);
  await screen.findByText('No se pudo cargar el historial');
  answer = [];
  await press('Reintentar');
  await screen.findByText('No se conserva ninguna versión anterior');
});

it.each([
  ['an edited one', edited, 1],
  ['any other', buildMessage(1), 0],
])('is opened by the menu of %s', async (_, message, count) => {
  const handleOriginals = vi.fn();
  serve();
  const { queryClient } = show(
    <>
      {renderMenuButton(message)}
      <MessageMenu isWatching onInformation={() => {}} onOriginals={handleOriginals} />
    </>,
  );
  queryClient.setQueryData(messagesKey(chatId), { ...emptyWindow, messages: [message] });
  await user.click(screen.getByRole('button'));
  await screen.findByText('Información');
  const entries = screen.queryAllByText('Ver historial');
  expect(entries).toHaveLength(count);
  for (const entry of entries) await user.click(entry);
  expect(handleOriginals).toHaveBeenCalledTimes(count);
});
