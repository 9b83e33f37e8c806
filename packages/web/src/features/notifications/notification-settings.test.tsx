import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useNotification } from '../../shared/toast/notify.ts';
import { NotificationSettings } from './notification-settings.tsx';
import { notificationsTexts } from './notifications.texts.ts';
import { ownNotificationsQuery } from './own-notifications.ts';
import {
  checkSubscription,
  type PushState,
  replaceSubscription,
  usePushState,
} from './push-subscription.ts';

const texts = notificationsTexts.own;

vi.mock('./push-subscription.ts', () => ({
  usePushState: vi.fn<() => PushState>(),
  renewSubscription: vi.fn<() => Promise<void>>(),
  checkSubscription: vi.fn<() => Promise<void>>(),
  replaceSubscription: vi.fn<() => Promise<void>>(),
}));

/** The server's answers, by method and path. */
const answers = new Map<string, () => Response>();
const asked: [call: string, body: unknown][] = [];

const content = (value: unknown) => () => Response.json({ content: value });
const own = (changes: object = {}) =>
  content({ outsideHours: false, inside: true, until: null, ...changes });

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

function open(state: PushState): void {
  vi.mocked(usePushState).mockReturnValue(state);
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={queryClient}>
      <NotificationSettings />
    </QueryClientProvider>,
  );
}

beforeEach(() => {
  asked.length = 0;
  answers.clear();
  answers.set('GET /api/users/me/notifications', own());
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit) => {
    const call = `${method} ${url}`;
    asked.push([call, body ? JSON.parse(String(body)) : undefined]);
    return answers.get(call)?.() ?? Response.json({ message: 'no' }, { status: 404 });
  });
});
afterEach(cleanup);

describe('the settings of notifications', () => {
  it.each([
    ['insecure', 'Las notificaciones con la página cerrada necesitan HTTPS.'],
    ['homeScreen', 'Añade esta página a la pantalla de inicio para recibir avisos.'],
    ['unreachable', 'El servidor no llega al servicio de avisos de tu navegador.'],
  ] as const)('says what is missing for pushes: %s', async (state, text) => {
    open(state);
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.queryByRole('button', { name: texts.test })).toBeNull();
  });

  it('asks the server whenever it is looked at whether pushes still arrive', async () => {
    const check = vi.mocked(checkSubscription);
    check.mockClear();
    const visible = vi.spyOn(document, 'visibilityState', 'get');
    open('subscribed');
    expect(check).toHaveBeenCalledTimes(1);
    const look = (isLooking: boolean) => {
      visible.mockReturnValue(isLooking ? 'visible' : 'hidden');
      act(() => void document.dispatchEvent(new Event('visibilitychange')));
    };
    look(false);
    look(true);
    expect(check).toHaveBeenCalledTimes(2);
    answers.set('POST /api/push/test', content({ delivered: false }));
    await userEvent.click(screen.getByRole('button', { name: texts.test }));
    await waitFor(() => expect(check).toHaveBeenCalledTimes(3));
  });

  it('says that no pushes arrive any more, and subscribes anew when asked', async () => {
    open('refused');
    const line =
      'A este navegador ya no le llegan avisos: su servicio de avisos ha dado de baja la suscripción.';
    expect(await screen.findByText(line)).toBeTruthy();
    expect(screen.queryByRole('button', { name: texts.test })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: texts.subscribeAgain }));
    expect(replaceSubscription).toHaveBeenCalledOnce();
  });

  it('offers the permission where nobody has decided', async () => {
    open('default');
    expect(await screen.findByRole('button', { name: notificationsTexts.allow })).toBeTruthy();
  });

  it('sends a push for a test and says whether it went through', async () => {
    open('subscribed');
    const press = async () => userEvent.click(screen.getByRole('button', { name: texts.test }));
    const result = () => screen.getByRole('status').textContent;
    const signOf = (name: string) => screen.getByRole('status').querySelector(`.lucide-${name}`);
    answers.set('POST /api/push/test', content({ delivered: true }));
    await press();
    await waitFor(() => expect(result()).toBe(texts.delivered));
    expect(signOf('circle-check')).not.toBeNull();
    answers.set('POST /api/push/test', content({ delivered: false }));
    await press();
    await waitFor(() => expect(result()).toBe(texts.states.unreachable));
    expect(signOf('circle-alert')).not.toBeNull();
    const message = 'Espera un momento';
    answers.set('POST /api/push/test', () => Response.json({ message }, { status: 429 }));
    await press();
    await waitFor(() => expect(result()).toBe(message));
  });

  it("says whether it is one's hours, and knows by itself that they have ended", async () => {
    answers.set('GET /api/users/me/notifications', own({ until: inMs(60 * 60_000) }));
    open('subscribed');
    expect(await screen.findByText(/^Ahora estás dentro de tu horario, hasta/)).toBeTruthy();
    cleanup();
    answers.set('GET /api/users/me/notifications', own({ until: inMs(-1) }));
    open('subscribed');
    expect(await screen.findByText(texts.outside.open)).toBeTruthy();
  });

  it('says that the hours could not be read, and reads them again when asked', async () => {
    answers.delete('GET /api/users/me/notifications');
    open('subscribed');
    expect(await screen.findByText(texts.hoursFailed)).toBeTruthy();
    answers.set('GET /api/users/me/notifications', own());
    await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
    expect(await screen.findByText(texts.inside.open)).toBeTruthy();
  });

  it('is read again when the hours begin or end', async () => {
    vi.useFakeTimers();
    const call = 'GET /api/users/me/notifications';
    const queryClient = new QueryClient();
    const { queryKey } = ownNotificationsQuery;
    answers.set(call, own({ until: inMs(60 * 60_000) }));
    await queryClient.fetchQuery(ownNotificationsQuery);
    answers.set(call, own({ inside: false }));
    await vi.advanceTimersByTimeAsync(59 * 60_000);
    expect(queryClient.getQueryData(queryKey)?.inside).toBe(true);
    await vi.advanceTimersByTimeAsync(2 * 60_000);
    expect(queryClient.getQueryData(queryKey)?.inside).toBe(false);
    expect(asked.map(([asking]) => asking)).toEqual([call, call]);
    vi.useRealTimers();
  });

  it("keeps the choice to be notified outside one's hours, and says when it could not", async () => {
    open('subscribed');
    const choice = await screen.findByRole('switch', { name: texts.outsideHours });
    await userEvent.click(choice);
    await waitFor(() => expect(useNotification.getState().current?.message).toBe('no'));
    expect(screen.getByRole('switch')).toHaveProperty('checked', false);
    answers.set('PUT /api/users/me/notifications', own({ outsideHours: true }));
    await userEvent.click(choice);
    await waitFor(() => expect(screen.getByRole('switch')).toHaveProperty('checked', true));
    expect(asked.at(-1)).toEqual(['PUT /api/users/me/notifications', { outsideHours: true }]);
  });
});
