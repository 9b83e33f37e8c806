import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useNotification } from '../../shared/toast/notify.ts';
import { twoStepsTexts as texts } from './account.texts.ts';
import { SetUpTwoSteps } from './set-up-two-steps.tsx';

const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
const handleUnsaved = vi.fn();
const handleDone = vi.fn();

const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const uri = `otpauth://totp/CHAT:ana?secret=${secret}`;
const codes = Array.from({ length: 10 }, (_, place) => `abcd-efgh-ijk${place}`);

/** The server's answers, by method and path. */
const answers = new Map<string, () => Response>();
const asked: [call: string, body: unknown][] = [];
const content = (value: unknown) => () => Response.json({ content: value });
const refusal = (status: number, errors: object) => () =>
  Response.json({ message: 'No', errors }, { status });

beforeEach(() => {
  asked.length = 0;
  answers.clear();
  answers.set('POST /api/users/me/totp', content({ secret, uri }));
  answers.set('POST /api/users/me/totp/confirm', content({ recoveryCodes: codes }));
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit) => {
    const call = `${method} ${url}`;
    if (method !== 'GET') asked.push([call, body ? JSON.parse(String(body)) : undefined]);
    return answers.get(call)?.() ?? Response.json({ message: 'no' }, { status: 404 });
  });
  handleUnsaved.mockReset();
  handleDone.mockReset();
  useNotification.setState({ current: null });
});

afterEach(cleanup);

function open(isOn = false): void {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={queryClient}>
      <SetUpTwoSteps isOn={isOn} onUnsaved={handleUnsaved} onDone={handleDone} />
    </QueryClientProvider>,
  );
}

const press = (name: string) => user.click(screen.getByRole('button', { name }));

async function begin(): Promise<void> {
  await press(texts.begin.action);
  await screen.findByRole('heading', { name: texts.scan.first });
}

async function confirm(code = '123456'): Promise<void> {
  await user.clear(screen.getByLabelText(texts.scan.code));
  await user.type(screen.getByLabelText(texts.scan.code), code);
  await press(texts.scan.action);
}

async function reachCodes(): Promise<void> {
  open();
  await begin();
  await confirm();
  await screen.findByRole('list', { name: texts.codes.title });
}

describe('setting up two steps', () => {
  it('shows the secret as a drawing, as a link and as text, and takes a code of it', async () => {
    await reachCodes();
    expect(asked).toEqual([
      ['POST /api/users/me/totp', { password: null }],
      ['POST /api/users/me/totp/confirm', { code: '123456' }],
    ]);
  });

  it('draws the secret for a camera, and writes it in groups of four', async () => {
    open();
    await begin();
    const drawing = screen.getByRole('img', { name: texts.scan.image });
    expect(drawing.querySelector('path')?.getAttribute('d')).toMatch(/^M4 4h1v1h-1z/);
    expect(screen.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeTruthy();
    const link = screen.getByText<HTMLAnchorElement>(texts.scan.open);
    expect(link.getAttribute('href')).toBe(uri);
  });

  it('shows a wrong code at its field, and takes the next one', async () => {
    answers.set('POST /api/users/me/totp/confirm', refusal(422, { code: ['Código incorrecto'] }));
    open();
    await begin();
    await confirm();
    await screen.findByText('Código incorrecto');
    expect(screen.getByLabelText(texts.scan.code).getAttribute('aria-invalid')).toBe('true');
    answers.set('POST /api/users/me/totp/confirm', content({ recoveryCodes: codes }));
    await confirm('654321');
    await screen.findByRole('list', { name: texts.codes.title });
  });

  it('begins anew where it took too long, and the keyboard with it', async () => {
    answers.set('POST /api/users/me/totp/confirm', refusal(409, {}));
    open();
    await begin();
    await confirm();
    const again = await screen.findByRole('button', { name: texts.begin.action });
    expect(document.activeElement).toBe(again);
    expect(useNotification.getState().current?.color).toBe('error');
  });

  it('asks for the password while a second step is on, which may be blank of whoever has none', async () => {
    answers.set('POST /api/users/me/totp', refusal(422, { password: ['Escribe tu contraseña'] }));
    open(true);
    screen.getByText(texts.begin.again);
    await press(texts.begin.action);
    await screen.findByText('Escribe tu contraseña');
    answers.set('POST /api/users/me/totp', content({ secret, uri }));
    await user.type(screen.getByLabelText(texts.password), 'secreta-123');
    await begin();
    expect(asked.map(([, body]) => body)).toEqual([
      { password: null },
      { password: 'secreta-123' },
    ]);
  });
});

describe('recovery codes', () => {
  const isAskedByBrowser = () =>
    !fireEvent(window, new Event('beforeunload', { cancelable: true }));

  it('are ten, and whoever leaves without having kept them is asked first', async () => {
    await reachCodes();
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(codes);
    // The list is drawn before the page says that leaving loses something.
    await waitFor(() => expect(handleUnsaved.mock.lastCall).toEqual([true]));
    expect(isAskedByBrowser()).toBe(true);
    await press(texts.codes.action);
    await screen.findByText(texts.leave.title);
    expect(handleDone).not.toHaveBeenCalled();
    await press(texts.leave.stay);
    await waitFor(() => expect(screen.queryByText(texts.leave.title)).toBeNull());
    await press(texts.codes.action);
    await press(
      await screen.findByText(texts.leave.discard).then(({ textContent }) => textContent ?? ''),
    );
    await waitFor(() => expect(handleDone).toHaveBeenCalledOnce());
  });

  it('that were copied let one go on at once', async () => {
    await reachCodes();
    await press(texts.codes.copy);
    await waitFor(() => expect(handleUnsaved.mock.lastCall).toEqual([false]));
    expect(await navigator.clipboard.readText()).toBe(codes.join('\n'));
    expect(isAskedByBrowser()).toBe(false);
    await press(texts.codes.action);
    expect(handleDone).toHaveBeenCalledOnce();
  });

  it('that were printed let one go on at once', async () => {
    const print = vi.fn();
    vi.stubGlobal('print', print);
    await reachCodes();
    await press(texts.codes.print);
    expect(print).toHaveBeenCalledOnce();
    await press(texts.codes.action);
    expect(handleDone).toHaveBeenCalledOnce();
  });

  it('that could not be copied are not taken for kept', async () => {
    await reachCodes();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'));
    document.execCommand = () => false;
    await press(texts.codes.copy);
    await waitFor(() =>
      expect(useNotification.getState().current?.message).toBe(texts.codes.copyFailed),
    );
    expect(handleUnsaved.mock.lastCall).toEqual([true]);
  });
});
