import type { Scheduled } from '@chat/contract/writing';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setCurrentUser } from '../../../shared/session.ts';
import { useNotification } from '../../../shared/toast/notify.ts';
import { ana, chatId, groupId, hash } from '../../../test/builders.ts';
import { fakeSocket, insertAsTyped } from '../../../test/fakes.ts';
import { writeDraft } from '../composer/drafts.ts';
import { AVAILABILITY } from '../list/availability.ts';
import type { ChatTarget } from '../list/chat-lists.ts';
import { WritingPane } from '../screen/writing-pane.tsx';
import { scheduledTexts as texts } from './scheduled.texts.ts';
import { registerScheduledRealtime, scheduledQuery } from './scheduled.ts';
import { ScheduledDialog } from './scheduled-dialog.tsx';

// Before anything reads a clock: here the night of 28 March 2027 has no 02:30.
vi.hoisted(() => vi.stubEnv('TZ', 'Europe/Madrid'));
afterAll(() => vi.unstubAllEnvs());

/** A Wednesday. */
const NOW = new Date(2026, 10, 25, 12);
const target: ChatTarget = { hash, chatType: 'GROUP', chatId, groupId, peerId: null };
const bruno = { uuid: 'bruno', email: 'bruno@empresa.es' };
const long = `Primera línea\n${'muy largo '.repeat(200)}\núltima`;

const buildScheduled = (changes: Partial<Scheduled> = {}): Scheduled => ({
  uuid: 'scheduled-1',
  chatId,
  content: 'hola',
  mentions: [],
  referenceId: 'reference',
  sendAt: new Date(2026, 10, 26, 9).toISOString(),
  createdAt: NOW.toISOString(),
  droppedAt: null,
  reason: null,
  messageId: null,
  ...changes,
});
const late = (changes: Partial<Scheduled> = {}) =>
  buildScheduled({ droppedAt: NOW.toISOString(), reason: 'LATE', ...changes });

interface Asked {
  call: string;
  body: Record<string, unknown> | undefined;
}
let queryClient: QueryClient;
let stored: Scheduled[];
let asked: Asked[];
const refuse = vi.fn<(call: string) => Response | undefined>();

function answer(call: string, body: Asked['body']): unknown {
  if (call === 'GET /api/scheduled') return stored;
  if (call.startsWith('PUT ')) {
    const changed = { ...body, droppedAt: null, reason: null };
    stored = stored.map((one) => ({ ...one, ...changed, mentions: [] }));
    return stored[0];
  }
  if (call.startsWith('DELETE ') || call.endsWith('/send')) stored = [];
  return null;
}

function show(scheduled: Scheduled[]): void {
  stored = scheduled;
  render(
    <QueryClientProvider client={queryClient}>
      <WritingPane
        {...{ target, hasFocus: false, mentionChatId: null, chosen: null }}
        onChoose={() => undefined}
      />
      <ScheduledDialog subject={{ chatId, hash }} onClose={() => undefined} />
    </QueryClientProvider>,
  );
}

const box = () => screen.getByLabelText<HTMLTextAreaElement>('Escribe un mensaje');
const item = () => screen.findByRole('listitem');
const press = async (name: string) =>
  userEvent.click(within(await item()).getByRole('button', { name }));
const notice = () => useNotification.getState().current;
const known = () => queryClient.getQueryData(scheduledQuery.queryKey);
const calls = () => asked.filter(({ call }) => !call.startsWith('GET '));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  document.execCommand = insertAsTyped;
  localStorage.clear();
  setCurrentUser(ana);
  useNotification.setState({ current: null });
  queryClient = new QueryClient();
  queryClient.setQueryData([AVAILABILITY, hash], { outside: false, until: null });
  asked = [];
  refuse.mockReset();
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit) => {
    const call = `${method} ${url}`;
    const said = body === undefined || body === null ? undefined : JSON.parse(String(body));
    asked.push({ call, body: said });
    return refuse(call) ?? Response.json({ content: answer(call, said) });
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const refusal = (statusCode: number, message: string) =>
  Response.json({ message, errors: {}, statusCode }, { status: statusCode });

describe('what waits', () => {
  it('is shown whole, and can be copied', async () => {
    userEvent.setup();
    show([buildScheduled({ content: long })]);
    expect((await item()).textContent).toContain(long);
    await press(texts.copy);
    expect(await navigator.clipboard.readText()).toBe(long);
    expect(notice()?.message).toBe(texts.copied);
  });

  it('is said anew with another time, and mentions those whom it still names', async () => {
    const carla = { uuid: 'carla', email: 'carla@empresa.es' };
    const content = `@${bruno.email} y @${carla.email}, hola`;
    show([buildScheduled({ content, mentions: [bruno, carla] })]);
    await press(texts.edit);
    const text = await screen.findByLabelText<HTMLTextAreaElement>(texts.message);
    expect(text.value).toBe(content);
    await userEvent.clear(text);
    await userEvent.click(screen.getByRole('button', { name: texts.save }));
    expect(screen.getByText('Escribe un mensaje', { selector: 'div' })).toBeTruthy();
    await userEvent.type(text, `@${carla.email}, adiós`);
    const time = screen.getByLabelText<HTMLInputElement>(texts.time);
    expect(time.value).toBe('09:00');
    await userEvent.clear(time);
    await userEvent.type(time, '18:30');
    await userEvent.click(screen.getByRole('button', { name: texts.save }));
    await waitFor(() => expect(notice()?.message).toBe('Se enviará mañana a las 18:30'));
    expect(calls()).toEqual([
      {
        call: 'PUT /api/scheduled/scheduled-1',
        body: {
          content: `@${carla.email}, adiós`,
          sendAt: new Date(2026, 10, 26, 18, 30).toISOString(),
          mentionedUserIds: [carla.uuid],
        },
      },
    ]);
    expect((await item()).textContent).toContain('adiós');
    expect(screen.queryByLabelText(texts.message)).toBeNull();
  });

  it('says when it will go: a time that a change of the clock skips is what it becomes', async () => {
    show([buildScheduled()]);
    await press(texts.edit);
    const day = await screen.findByLabelText<HTMLInputElement>(texts.day);
    await userEvent.clear(day);
    await userEvent.type(day, '2027-03-28');
    const time = screen.getByLabelText<HTMLInputElement>(texts.time);
    await userEvent.clear(time);
    await userEvent.type(time, '02:30');
    expect(day.getAttribute('aria-describedby')).toBeTruthy();
    expect(screen.getByText('Se enviará el 28 de marzo a las 03:30')).toBeTruthy();
  });

  it('keeps what was typed anew when it was sent meanwhile', async () => {
    show([buildScheduled()]);
    await press(texts.edit);
    const text = await screen.findByLabelText<HTMLTextAreaElement>(texts.message);
    await userEvent.type(text, ' y adiós');
    stored = [];
    refuse.mockImplementation((call) =>
      call.startsWith('PUT ') ? refusal(404, 'No encontrado') : undefined,
    );
    await userEvent.click(screen.getByRole('button', { name: texts.save }));
    await waitFor(() => expect(notice()?.message).toBe(texts.isGone));
    expect(known()).toEqual([]);
    expect(text.value).toBe('hola y adiós');
  });

  it('is sent now', async () => {
    show([buildScheduled()]);
    await press(texts.sendNow);
    await waitFor(() => expect(known()).toEqual([]));
    expect(calls()).toEqual([{ call: 'POST /api/scheduled/scheduled-1/send', body: undefined }]);
    expect(notice()?.message).toBe(texts.sent);
  });

  it('stays where the server refuses it, which says why', async () => {
    show([buildScheduled()]);
    await item();
    refuse.mockImplementation((call) =>
      call.endsWith('/send') ? refusal(403, 'Esta persona ya no participa en el grupo') : undefined,
    );
    await press(texts.sendNow);
    await waitFor(() => expect(notice()?.message).toBe('Esta persona ya no participa en el grupo'));
    refuse.mockImplementation((call) =>
      call.endsWith('/send') ? refusal(404, 'No encontrado') : undefined,
    );
    await press(texts.sendNow);
    await waitFor(() => expect(notice()?.message).toBe(texts.dropped));
    expect(known()).toHaveLength(1);
  });

  it('goes back into the box when it is called off, with its chips', async () => {
    show([buildScheduled({ content: `@${bruno.email} hola`, mentions: [bruno] })]);
    await press(texts.cancel);
    await waitFor(() => expect(box().value).toBe(`@${bruno.email} hola`));
    expect(notice()?.message).toBe(texts.cancelled);
    // All of a chip goes at once.
    act(() => box().setSelectionRange(5, 5));
    const taken = new InputEvent('beforeinput', {
      inputType: 'deleteContentBackward',
      cancelable: true,
    });
    act(() => void box().dispatchEvent(taken));
    expect(taken.defaultPrevented).toBe(true);
  });

  it('but not into a box in which something stands', async () => {
    writeDraft(hash, { text: 'a medias', chips: [] });
    show([buildScheduled()]);
    await press(texts.cancel);
    await waitFor(() => expect(known()).toEqual([]));
    expect(box().value).toBe('a medias');
  });
});

describe('what was dropped', () => {
  it('since nobody served says so, and goes now or at another time', async () => {
    show([late()]);
    expect((await item()).textContent).toContain(
      'No se envió a su hora: el servicio no estaba disponible.',
    );
    expect(
      within(await item())
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual([texts.copy, texts.changeTime, texts.sendNow, texts.discard]);
    await press(texts.changeTime);
    await userEvent.click(await screen.findByRole('button', { name: texts.schedule }));
    await waitFor(() => expect(notice()?.message).toBe('Se enviará mañana a las 09:00'));
    expect(calls().map(({ body }) => body)).toEqual([
      {
        content: 'hola',
        sendAt: new Date(2026, 10, 26, 9).toISOString(),
        mentionedUserIds: [],
      },
    ]);
    expect(within(await item()).getByRole('button', { name: texts.cancel })).toBeTruthy();
  });

  it('since its author may not write there can only be copied and put away, and comes back to no box', async () => {
    show([late({ reason: 'NOT_ALLOWED' })]);
    expect((await item()).textContent).toContain(
      'No se pudo enviar: ya no puedes escribir en este chat.',
    );
    expect(
      within(await item())
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual([texts.copy, texts.discard]);
    await press(texts.discard);
    await waitFor(() => expect(known()).toEqual([]));
    expect([box().value, notice()]).toEqual(['', null]);
  });

  it.each([
    ['LATE', texts.lateNotice],
    ['NOT_ALLOWED', texts.droppedNotice],
  ] as const)('is said at once: %s', async (reason, said) => {
    stored = [late({ reason })];
    const server = fakeSocket();
    registerScheduledRealtime(server.socket, queryClient);
    server.say('scheduled:dropped', { uuid: 'scheduled-1', chatId, reason });
    expect(notice()?.message).toBe(said);
    await waitFor(() => expect(known()).toEqual(stored));
  });
});
