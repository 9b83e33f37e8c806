import type { Message } from '@chat/contract/messages';
import type { PublicConfig } from '@chat/contract/system';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setCurrentUser } from '../../../shared/session.ts';
import '../../../shared/ui/overlays.tsx';
import { ana, buildMessage, chatId, hash } from '../../../test/builders.ts';
import { configQuery } from '../../system/api.ts';
import { endEdit, useEditing } from '../editing/editing.ts';
import { changeWindow, messagesKey } from '../messages/list-messages.ts';
import { applyRemoval, emptyWindow } from '../messages/message-window.ts';
import { MessageMenu, renderMenuButton } from './message-menu.tsx';

const [first, second] = [buildMessage(1), buildMessage(2)];
const MINUTE = 60_000;

/** `config` sets for how long own messages may be changed. */
function showMenuOf(opened: Message, config: Partial<PublicConfig> = {}): QueryClient {
  const queryClient = new QueryClient();
  const messages = [first, second].map((one) => (one.uuid === opened.uuid ? opened : one));
  queryClient.setQueryData(messagesKey(chatId), { ...emptyWindow, messages });
  const signIn = { oidcName: null, passwordLogin: true };
  const settings = {
    emailDomain: '',
    groupAddress: '',
    maxUploadBytes: 1,
    version: '1',
    ...signIn,
  };
  const times = { editMinutes: 15, deleteMinutes: 60, ...config };
  queryClient.setQueryData(configQuery.queryKey, { ...settings, ...times });
  const act = () => undefined;
  render(
    <QueryClientProvider client={queryClient}>
      {renderMenuButton(opened)}
      <MessageMenu onReply={act} onReact={act} onForward={act} onDelete={onDelete} canWrite />
    </QueryClientProvider>,
  );
  return queryClient;
}

const onDelete = vi.fn<(message: Message) => void>();
const own = (minutesAgo: number, changes: Partial<Message> = {}) =>
  buildMessage(2, {
    senderId: ana.uuid,
    createdAt: new Date(Date.now() - minutesAgo * MINUTE).toISOString(),
    ...changes,
  });

async function entriesOf(opened: Message, config: Partial<PublicConfig> = {}) {
  showMenuOf(opened, config);
  await userEvent.click(screen.getByRole('button'));
  await screen.findByRole('menu');
  return screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
}

beforeEach(() => setCurrentUser(ana));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('goes with its message when that is deleted, and stays when another one is', async () => {
  const queryClient = showMenuOf(second);
  await userEvent.click(screen.getByRole('button'));
  expect(await screen.findByRole('menuitem', { name: 'Responder' })).toBeTruthy();
  changeWindow(queryClient, chatId, (loaded) => applyRemoval(loaded, { messageId: first.uuid }));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(screen.queryByRole('menu')).toBeTruthy();
  changeWindow(queryClient, chatId, (loaded) => applyRemoval(loaded, { messageId: second.uuid }));
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
});

describe('of an own message', () => {
  const rest = ['Responder', 'Reaccionar', 'Reenviar'];
  const whole = ['Responder', 'Reaccionar', 'Editar', 'Reenviar', 'Eliminar'];
  const photo = { type: 'IMAGE', content: '', mediaUrl: '/api/files/1' } as const;

  it.each([
    ['a text', own(14), {}, whole],
    ['a file with or without a caption', own(14, photo), {}, whole],
    ['one that was forwarded', own(1, { forwarded: true }), {}, [...rest, 'Eliminar']],
    ['one that is too old to be edited', own(16), {}, [...rest, 'Eliminar']],
    ['one that is too old for both', own(61), {}, rest],
    ['one where neither is ever possible', own(0), { editMinutes: 0, deleteMinutes: 0 }, rest],
    ['somebody else’s', own(1, { senderId: 'bruno' }), {}, rest],
  ])('%s offers what can still be done with it', async (_, opened, config, entries) => {
    expect(await entriesOf(opened, config)).toEqual(entries);
  });

  it('it goes from the open menu once its time is over', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
    expect(await entriesOf(own(14))).toContain('Editar');
    act(() => void vi.advanceTimersByTime(2 * MINUTE));
    expect(screen.queryByRole('menuitem', { name: 'Editar' })).toBeNull();
    expect(screen.getByRole('menuitem', { name: 'Eliminar' })).toBeTruthy();
  });

  it('it begins to be edited, or is asked about', async () => {
    const message = own(1);
    await entriesOf(message);
    await userEvent.click(screen.getByRole('menuitem', { name: 'Editar' }));
    expect(useEditing.getState()[hash]?.message).toEqual(message);
    endEdit(hash);
    await userEvent.click(screen.getByRole('button', { name: 'Opciones del mensaje' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Eliminar' }));
    expect(onDelete).toHaveBeenCalledExactlyOnceWith(message);
  });
});

it.each([
  ['TEXT', true],
  ['IMAGE', true],
  ['VIDEO', false],
  ['FILE', false],
] as const)(
  'offers to answer texts and pictures alone, and to react to everything: %s',
  async (type, canAnswer) => {
    const entries = await entriesOf(buildMessage(1, { type }));
    expect(entries.includes('Responder')).toBe(canAnswer);
    expect(entries).toContain('Reaccionar');
  },
);
