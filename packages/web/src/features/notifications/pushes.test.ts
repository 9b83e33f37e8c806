import type { Push } from '@chat/contract/notifications';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeRegistration, fakeStores } from '../../test/fake-worker.ts';
import { handleClick, handlePush, type OpenPage, readPush } from './pushes.ts';
import { takeClicked } from './shared-notes.ts';
import { noteNotice, standingOf, writeMuted } from './shown-notices.ts';

const origin = 'https://chat.empresa.es';
const chatId = 'chat-1';
/** Ids sort by their time, as those of the server. */
const [first, second, third] = ['0198a000-0001', '0198a000-0002', '0198a000-0003'] as const;

const push = (changes: Partial<Push> = {}): Push => ({
  type: 'message',
  title: 'bruno@empresa.local',
  body: 'Hola',
  url: '/groups/g1',
  chatId,
  messageId: first,
  ...changes,
});

function buildPage(visibilityState: DocumentVisibilityState) {
  const focus = vi.fn(async () => undefined);
  const postMessage = vi.fn();
  const page: OpenPage = { url: `${origin}/groups/g1`, visibilityState, focus, postMessage };
  return { page, focus, postMessage };
}

let screen: ReturnType<typeof fakeRegistration>;
let pages: OpenPage[];
const openPage = vi.fn(async (): Promise<unknown> => undefined);
const chromium =
  'Mozilla/5.0 (X11) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36';
let userAgent: string;
const receive = (changes?: Partial<Push>) => handlePush(workerOf(), push(changes));
const workerOf = () => ({
  registration: screen.registration,
  origin,
  userAgent,
  listPages: async () => pages,
  openPage,
});
const loud = { silent: false, renotify: true };
const quiet = { silent: true, renotify: false };

beforeEach(() => {
  screen = fakeRegistration();
  pages = [];
  userAgent = chromium;
  openPage.mockClear();
  fakeStores();
});

describe('the service worker', () => {
  it('shows one notification a chat, and a newer one sounds in its place', async () => {
    await receive();
    await receive({ messageId: second, body: '¿Estás?' });
    expect(screen.standing()).toEqual(['bruno@empresa.local: ¿Estás?']);
    expect(screen.shows()).toEqual([
      { body: 'Hola', ...loud },
      { body: '¿Estás?', ...loud },
    ]);
  });

  it('shows nothing while a page of this browser is visible, but a test', async () => {
    pages = [buildPage('hidden').page, buildPage('visible').page];
    await receive();
    await handlePush(workerOf(), {
      type: 'summary',
      title: 'Mensajes sin leer',
      body: '',
      url: '/',
    });
    expect(screen.shows()).toEqual([]);
    await handlePush(workerOf(), {
      type: 'test',
      title: 'Notificación de prueba',
      body: '',
      url: '/',
    });
    expect(screen.standing()).toEqual(['Notificación de prueba: ']);
  });

  describe('where the push service forbids pushes that show nothing', () => {
    const subscribeAt = (endpoint: string) =>
      Object.assign(screen.registration, {
        pushManager: { getSubscription: async () => ({ endpoint }) },
      });

    it.each(['https://web.push.apple.com/abc', 'https://push.apple.com/abc'])(
      'shows a push, without a sound, while a page is visible: %s',
      async (endpoint) => {
        subscribeAt(endpoint);
        pages = [buildPage('visible').page];
        await receive();
        expect(screen.shows()).toEqual([{ body: 'Hola', ...quiet }]);
        pages = [];
        await receive({ messageId: second, body: '¿Estás?' });
        expect(screen.shows().at(-1)).toEqual({ body: '¿Estás?', ...loud });
      },
    );

    it('does so in every WebKit, and a summary too', async () => {
      userAgent =
        'Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15';
      pages = [buildPage('visible').page];
      const summary = {
        title: 'Mensajes sin leer',
        body: '2 mensajes en 1 conversación',
        url: '/',
      };
      await handlePush(workerOf(), { type: 'summary', ...summary });
      expect(screen.shows()).toMatchObject([{ silent: true }]);
    });

    it.each(['https://fcm.googleapis.com/abc', 'https://push.apple.com.example/abc'])(
      'and nothing at another one: %s',
      async (endpoint) => {
        subscribeAt(endpoint);
        pages = [buildPage('visible').page];
        await receive();
        expect(screen.shows()).toEqual([]);
      },
    );
  });

  it('shows a summary and the end of a session while no page is looked at', async () => {
    pages = [buildPage('hidden').page];
    const summary = { title: 'Mensajes sin leer', body: '1 mensaje en 1 conversación', url: '/' };
    await handlePush(workerOf(), { type: 'summary', ...summary });
    const ended = { title: 'Tu sesión ha caducado', body: 'Inicia sesión de nuevo.', url: '/' };
    await handlePush(workerOf(), { type: 'ended', ...ended });
    expect(screen.standing()).toEqual([
      'Mensajes sin leer: 1 mensaje en 1 conversación',
      'Tu sesión ha caducado: Inicia sesión de nuevo.',
    ]);
  });

  it('replaces without a sound what comes twice, and what only replaces an earlier push', async () => {
    await receive();
    await receive();
    await receive({ body: 'Hola (corregido)', silent: true });
    expect(screen.standing()).toEqual(['bruno@empresa.local: Hola (corregido)']);
    expect(screen.shows().slice(1)).toEqual([
      { body: 'Hola', ...quiet },
      { body: 'Hola (corregido)', ...quiet },
    ]);
  });

  it('sounds again for an edit that mentions somebody', async () => {
    await receive();
    await receive({ body: 'Te mencionó: Hola' });
    expect(screen.shows().at(-1)).toEqual({ body: 'Te mencionó: Hola', ...loud });
  });

  it('makes no second sound of what a page has notified, nor the page of what the worker has', async () => {
    const notice = { ...push(), chatId, messageId: first, isMention: false };
    await noteNotice(notice, async (standing) => expect(standing).toBe('news'));
    await receive();
    expect(screen.shows()).toEqual([{ body: 'Hola', ...quiet }]);
    await receive({ messageId: second });
    const next = { ...notice, messageId: second };
    await noteNotice(next, async (standing) => expect(standing).toBe('repeat'));
  });

  it.each([
    ['a message', {}],
    ['a summary', { type: 'summary' as const, chatId: undefined, messageId: undefined }],
  ])('keeps the notification of %s while those of another chat go', async (_, changes) => {
    let isShown = false;
    const showing = receive(changes).then(() => {
      isShown = true;
    });
    while (!isShown) await receive({ type: 'withdraw', chatId: 'chat-2', messageId: second });
    await showing;
    expect(screen.standing()).toEqual(['bruno@empresa.local: Hola']);
  });

  it('leaves a later message standing when an older one comes once more after it', async () => {
    await receive({ body: 'antes' });
    await receive({ messageId: second, body: 'después' });
    await receive({ body: 'antes' });
    expect(screen.standing()).toEqual(['bruno@empresa.local: después']);
    expect(screen.shows().at(-1)).toMatchObject({ body: 'después', silent: true });
    screen.dismiss(chatId);
    await receive({ body: 'antes' });
    expect(screen.shows().at(-1)).toEqual({ body: 'antes', ...quiet });
  });

  it('sounds for a scheduled message, whose id is older than it is', async () => {
    await receive({ messageId: second });
    await receive({ messageId: first, body: 'programado' });
    expect(screen.shows().at(-1)).toEqual({ body: 'programado', ...loud });
    await receive({ type: 'withdraw', title: '', body: '', messageId: second });
    expect(screen.standing()).toEqual(['bruno@empresa.local: programado']);
    await receive({ type: 'withdraw', title: '', body: '', messageId: first });
    expect(screen.standing()).toEqual([]);
  });

  it('withdraws a message and older ones, unless a later one is shown', async () => {
    await receive({ messageId: second });
    await receive({ type: 'withdraw', title: '', body: '' });
    expect(screen.standing()).toHaveLength(1);
    await receive({ type: 'withdraw', title: '', body: '', messageId: third });
    expect(screen.standing()).toEqual([]);
    await receive({ messageId: third });
    expect(screen.shows().at(-1)).toMatchObject(quiet);
    await receive();
    expect(screen.shows().at(-1)).toMatchObject({ silent: true });
  });

  it('is silent where its user wants no sounds', async () => {
    await writeMuted(true);
    await receive();
    expect(screen.shows()).toEqual([{ body: 'Hola', silent: true, renotify: true }]);
    await writeMuted(false);
    await receive({ messageId: second });
    expect(screen.shows().at(-1)).toEqual({ body: 'Hola', ...loud });
  });

  it.each([undefined, '', 'null', '{', '"text"', '{"title":"x"}'])(
    'understands nothing in %s',
    (text) => expect(readPush(text)).toBeNull(),
  );

  it('reads what the server wrote', () => {
    expect(readPush(JSON.stringify(push()))).toEqual(push());
  });
});

describe('a click on a notification', () => {
  it('opens the chat in the page that was used last', async () => {
    const [used, other] = [buildPage('hidden'), buildPage('hidden')];
    pages = [used.page, other.page];
    await handleClick(workerOf(), { url: '/groups/g1', chatId });
    expect(used.focus).toHaveBeenCalledOnce();
    const open = '/groups/g1?chat=chat-1';
    expect(used.postMessage).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ open }));
    expect(other.postMessage).not.toHaveBeenCalled();
    expect(openPage).not.toHaveBeenCalled();
    // A page that does not listen yet finds it, once.
    expect(await takeClicked()).toMatchObject({ open });
    expect(await takeClicked()).toBeNull();
  });

  it('opens the chat in another page, or in a new one, where a page has gone meanwhile', async () => {
    const [gone, other] = [buildPage('hidden'), buildPage('hidden')];
    gone.focus.mockRejectedValue(new DOMException('gone', 'InvalidAccessError'));
    pages = [gone.page, other.page];
    await handleClick(workerOf(), { url: '/groups/g1', chatId });
    expect(gone.postMessage).not.toHaveBeenCalled();
    expect(other.postMessage).toHaveBeenCalledOnce();
    await takeClicked();
    pages = [gone.page];
    await handleClick(workerOf(), { url: '/groups/g1', chatId });
    expect(openPage).toHaveBeenCalledExactlyOnceWith('/groups/g1?chat=chat-1');
    expect(await takeClicked()).toBeNull();
  });

  it('waits for the next page where the browser opens none, and not for days', async () => {
    openPage.mockRejectedValue(new DOMException('no', 'InvalidAccessError'));
    const click = () => handleClick(workerOf(), { url: '/groups/g1', chatId });
    await click();
    expect(await takeClicked()).toMatchObject({ open: '/groups/g1?chat=chat-1' });
    vi.useFakeTimers({ toFake: ['Date'] });
    await click();
    vi.advanceTimersByTime(24 * 3_600_000);
    expect(await takeClicked()).toBeNull();
    vi.useRealTimers();
    openPage.mockResolvedValue(undefined);
  });

  it('opens a new page where none is open', async () => {
    await handleClick(workerOf(), { url: '/groups/g1', chatId });
    await handleClick(workerOf(), { url: '/auth/login' });
    expect(openPage.mock.calls).toEqual([['/groups/g1?chat=chat-1'], ['/auth/login']]);
  });

  it.each([
    'https://otro.example/groups/g1',
    '//otro.example/groups/g1',
    'javascript:alert(1)',
    'http://chat.empresa.es/groups/g1',
    'https://',
    undefined,
  ])('ignores the address %s', async (url) => {
    const { page, postMessage, focus } = buildPage('hidden');
    pages = [page];
    await handleClick(workerOf(), { chatId, ...(url !== undefined && { url }) });
    pages = [];
    await handleClick(workerOf(), { chatId, ...(url !== undefined && { url }) });
    expect(postMessage).not.toHaveBeenCalled();
    expect(focus).not.toHaveBeenCalled();
    expect(openPage).not.toHaveBeenCalled();
  });
});

it('knows news from repeats by message and mention', () => {
  const at = (messageId: string, isMention = false) => ({ messageId, isMention });
  expect(standingOf(at(first), [])).toBe('news');
  expect(standingOf(at(second), [at(first)])).toBe('news');
  expect(standingOf(at(first), [at(first), at(second)])).toBe('older');
  expect(standingOf(at(first), [at(first)])).toBe('repeat');
  expect(standingOf(at(first, true), [at(first), at(second)])).toBe('news');
  expect(standingOf(at(first, true), [at(first, true)])).toBe('repeat');
});
