import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { socket } from '../../../shared/socket.ts';
import { ImportDialog } from './import-dialog.tsx';
import { importTexts as texts, usersTexts } from './users.texts.ts';

const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
const handleClose = vi.fn();
const posts: { url: string; form: FormData }[] = [];
let answers: (Response | Promise<Response>)[] = [];

const row = (number: number, action: string, errors = {}) => ({
  row: number,
  email: `p${number}@empresa.local`,
  action,
  errors,
});
const shown = (...rows: object[]) => Response.json({ content: { rows } });
const refused = (status: number, message: string, errors = {}) =>
  Response.json({ message, errors }, { status });
const done = (invitations: object[] = []) =>
  Response.json({ content: { created: 1, unchanged: 0, invitations } }, { status: 201 });

const answerTo = async (url: string, init: RequestInit): Promise<Response> => {
  if (!url.includes('/users/import')) return Response.json({ content: { passwordLogin: true } });
  if (init.body instanceof FormData) posts.push({ url, form: init.body });
  const answer = await answers.shift();
  if (!answer) throw new TypeError('Failed to fetch');
  return answer;
};

/** The browser's own window, in which that file is chosen. */
function chooses(name: string): void {
  vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(function (
    this: HTMLInputElement,
  ) {
    const file = new File(['nombre;apellido;correo\r\nAna;Uno;ana'], name);
    fireEvent.change(this, { target: { files: [file] } });
  });
}

beforeEach(() => {
  posts.length = 0;
  handleClose.mockReset();
  vi.stubGlobal('fetch', vi.fn(answerTo));
  chooses('personas.csv');
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ImportDialog onClose={handleClose} />
    </QueryClientProvider>,
  );
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const button = (name: string) => screen.findByRole('button', { name });
const press = async (name: string) => user.click(await button(name));
const isDisabled = async (name: string) => (await button(name)).hasAttribute('disabled');

describe('a file', () => {
  it('is shown before anything is written, with each error by its column', async () => {
    const errors = { correo: ['Correo inválido'], fila: ['La fila tiene más celdas'] };
    answers = [shown(row(2, 'create'), row(4, 'error', errors), row(5, 'none'))];
    await press(texts.choose);
    const wrong = await screen.findByRole('row', { name: /^4/ });
    expect(
      within(wrong)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['correo: Correo inválido', 'fila: La fila tiene más celdas']);
    expect(await isDisabled(texts.start(1))).toBe(true);
    expect(posts.map(({ url }) => url)).toEqual(['/api/users/import?dryRun=1']);
    await user.click(screen.getByRole('switch', { name: texts.onlyErrors }));
    expect(screen.getAllByRole('row')).toHaveLength(2);
  });

  it.each([
    [422, 'Revisa los datos', { file: ['El archivo no es un CSV'] }, 'El archivo no es un CSV'],
    [413, 'El archivo no puede superar 10 MB', {}, 'El archivo no puede superar 10 MB'],
  ])(
    'that is refused with %i says why by its name, and another one is chosen',
    async (...refusal) => {
      const [status, message, errors, said] = refusal;
      answers = [refused(status, message, errors), shown(row(2, 'create'))];
      await press(texts.choose);
      expect((await screen.findByRole('alert')).textContent).toBe(said);
      expect(screen.getByText('personas.csv')).toBeTruthy();
      expect(screen.queryByRole('button', { name: texts.checkAgain })).toBeNull();
      chooses('otras.csv');
      await press(texts.chooseOther);
      expect(await isDisabled(texts.start(1))).toBe(false);
      expect(screen.queryByRole('alert')).toBeNull();
      expect(screen.getByText('otras.csv')).toBeTruthy();
    },
  );

  it.each([
    [refused(503, 'La base de datos no responde'), 'La base de datos no responde'],
    [refused(429, 'Demasiadas peticiones'), 'Demasiadas peticiones'],
    [undefined, texts.failed],
  ])('that nobody could check is kept and checked again', async (answer, said) => {
    answers = answer ? [answer, shown(row(2, 'create'))] : [];
    await press(texts.choose);
    expect((await screen.findByRole('alert')).textContent).toBe(said);
    answers = [shown(row(2, 'create'))];
    await press(texts.checkAgain);
    expect(await isDisabled(texts.start(1))).toBe(false);
    expect(posts).toHaveLength(2);
    for (const { form } of posts) expect(form.get('file')).toHaveProperty('name', 'personas.csv');
  });
});

describe('an import', () => {
  const open = async () => {
    answers = [shown(row(2, 'create'))];
    await press(texts.choose);
    await button(texts.start(1));
  };

  it('that finds another one running keeps what is shown, and is started again', async () => {
    await open();
    answers = [refused(409, 'Ya hay otra importación en marcha.'), done()];
    await press(texts.start(1));
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Ya hay otra importación en marcha.',
    );
    expect(screen.getAllByRole('row')).toHaveLength(2);
    await press(texts.start(1));
    expect(await screen.findByText(texts.done)).toBeTruthy();
  });

  it.each([
    [
      422,
      { file: ['Fila 2, grupos: No existe', 'Fila 3, rol: Rol no válido'] },
      ['Fila 2, grupos: No existe', 'Fila 3, rol: Rol no válido'],
    ],
    [503, {}, []],
  ])('that is refused with %i says why, and the same file is checked again', async (...refusal) => {
    const [status, errors, lines] = refusal;
    await open();
    answers = [refused(status, 'No se ha importado nada.', errors), shown(row(2, 'none'))];
    await press(texts.start(1));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('No se ha importado nada.');
    expect(
      within(alert)
        .queryAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(lines);
    expect(screen.queryByRole('button', { name: texts.start(1) })).toBeNull();
    await press(texts.checkAgain);
    expect(await screen.findByText(texts.nothingNew)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Importar/ })).toBeNull();
  });

  it('whose answer was lost says that nobody knows whether it ended', async () => {
    await open();
    await press(texts.start(1));
    expect((await screen.findByRole('alert')).textContent).toBe(texts.unknown);
    expect(await button(texts.checkAgain)).toBeTruthy();
  });

  it('of an administrator takes one’s own password once the server asks', async () => {
    await open();
    expect(screen.queryByLabelText(usersTexts.ownPassword)).toBeNull();
    const asked = (text: string) => refused(422, 'No', { currentPassword: [text] });
    answers = [
      asked('Escribe tu contraseña'),
      asked('No es correcta'),
      refused(429, 'Espera'),
      done(),
    ];
    await press(texts.start(1));
    await screen.findByText('Escribe tu contraseña');
    const field = () => screen.getByLabelText(usersTexts.ownPassword);
    expect(document.activeElement).toBe(field());
    await user.type(field(), 'mala{Enter}');
    await screen.findByText('No es correcta');
    expect(screen.queryByRole('alert')).toBeNull();
    await user.clear(field());
    await user.type(field(), 'buena');
    await press(texts.start(1));
    expect((await screen.findByRole('alert')).textContent).toBe('Espera');
    await press(texts.start(1));
    await screen.findByText(texts.done);
    const sent = posts.slice(1).map(({ form }) => form.get('currentPassword'));
    expect(sent).toEqual([null, 'mala', 'buena', 'buena']);
    // The server reads the fields before the file.
    expect([...(posts.at(-1)?.form.keys() ?? [])].at(-1)).toBe('file');
  });

  it('shows how far the server has come', async () => {
    await open();
    let answer = (_: Response): void => undefined;
    answers = [new Promise((resolve) => (answer = resolve))];
    await press(texts.start(1));
    const bar = await screen.findByRole<HTMLProgressElement>('progressbar');
    expect([bar.value, bar.max]).toEqual([0, 1]);
    act(() => {
      for (const listener of socket.listeners('import:progress'))
        listener({ done: 1500, total: 4000 });
    });
    expect([bar.value, bar.max]).toEqual([1500, 4000]);
    expect(screen.getByText(texts.progress(1500, 4000))).toBeTruthy();
    answer(done());
    await screen.findByText(texts.done);
    expect(socket.listeners('import:progress')).toHaveLength(0);
  });

  it('asks before somebody leaves without the invitations', async () => {
    await open();
    const url = 'https://chat.empresa.local/invitation#secreto';
    answers = [done([{ email: 'ana@empresa.local', url, expiresAt: '2026-11-29T10:00:00.000Z' }])];
    await press(texts.start(1));
    await button(texts.download);
    await press('Cerrar');
    await screen.findByText(texts.leave.invitations.question);
    expect(handleClose).not.toHaveBeenCalled();
    await press(texts.leave.invitations.discard);
    expect(handleClose).toHaveBeenCalledOnce();
  });

  it('makes no invitations where they are not wanted', async () => {
    await open();
    answers = [done()];
    await user.click(screen.getByRole('switch', { name: texts.invite }));
    expect(screen.getByText(texts.withoutPassword)).toBeTruthy();
    await press(texts.start(1));
    await screen.findByText(texts.done);
    expect(posts.at(-1)?.form.has('invite')).toBe(false);
    await press(texts.close);
    expect(handleClose).toHaveBeenCalledOnce();
  });
});
