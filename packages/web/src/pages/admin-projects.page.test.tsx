import { required } from '@chat/contract/checks';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  columns,
  comeToDesk,
  isDialogOpen,
  menuItems,
  noAnswer,
  notice,
  rows,
} from '../test/desk.ts';
import {
  bodyOf,
  calls,
  chooseFrom,
  fill,
  press,
  pressIcon,
  refusal,
  serve,
  show,
  user,
} from '../test/show.tsx';
import { AdminProjectsPage } from './admin-projects.page.tsx';

const norte = { uuid: 'norte', id: 1, name: 'Obra Norte' };
const CREATE = 'POST /projects';
const UPDATE = 'PUT /projects/norte';
const DELETE = 'DELETE /projects/norte';

function open(answers: Record<string, unknown> = {}): void {
  serve({ 'GET /projects': [norte], ...answers });
  show(<AdminProjectsPage />);
}

const heading = (text: string) => screen.findByText(text, { selector: 'h2' });
const noticed = (text: string) => waitFor(() => expect(notice()).toBe(text));
const closed = () => waitFor(() => expect(isDialogOpen()).toBe(false));

beforeEach(comeToDesk);
afterEach(cleanup);

it('a project is registered, renamed and removed, each in its own form and with its own notice', async () => {
  let projects: (typeof norte)[] = [];
  const change = (after: typeof projects) => () => {
    projects = after;
    return norte;
  };
  open({
    'GET /projects': () => projects,
    [CREATE]: change([norte]),
    [UPDATE]: change([{ ...norte, name: 'Obra Sur' }]),
    [DELETE]: change([]),
  });
  await press('Registrar proyecto');
  await heading('Registrar proyecto');
  await fill('Nombre', '  Obra Norte  ');
  await press('Registrar');
  await closed();
  expect(notice()).toBe('success: Proyecto registrado correctamente');
  expect(bodyOf(CREATE)).toEqual({ name: 'Obra Norte' });
  expect([columns(), rows()]).toEqual([['Proyecto'], [['Obra Norte']]]);

  await pressIcon('Opciones');
  const edit = await screen.findByText('Editar');
  expect(menuItems()).toEqual(['Editar', 'Eliminar']);
  await user.click(edit);
  await heading('Actualizar proyecto');
  await fill('Nombre', 'Obra Sur');
  await press('Actualizar');
  await closed();
  expect(notice()).toBe('success: Proyecto actualizado correctamente');
  expect([bodyOf(UPDATE), rows()]).toEqual([{ name: 'Obra Sur' }, [['Obra Sur']]]);

  await chooseFrom('Opciones', 'Eliminar');
  await screen.findByText('Se eliminará el proyecto «Obra Sur».');
  await press('Eliminar');
  await closed();
  expect(notice()).toBe('success: Proyecto eliminado correctamente.');
  await screen.findByText('Todavía no hay proyectos');
});

describe('a form', () => {
  it('stays open through Escape and a click beside it, and opens empty or with what is edited', async () => {
    open();
    await press('Registrar proyecto');
    const field = await fill('Nombre', 'A medio escribir');
    await user.keyboard('{Escape}');
    await user.click(required(document.querySelector('[class*=backdrop]'), 'backdrop'));
    await user.click(document.body);
    expect([field.isConnected, field.value]).toEqual([true, 'A medio escribir']);
    await pressIcon('Cerrar');
    await closed();
    await press('Registrar proyecto');
    expect((await screen.findByLabelText<HTMLInputElement>('Nombre')).value).toBe('');
    await pressIcon('Cerrar');
    await chooseFrom('Opciones', 'Editar');
    expect((await screen.findByLabelText<HTMLInputElement>('Nombre')).value).toBe('Obra Norte');
  });

  it('is sent by Enter, and a second press sends nothing twice', async () => {
    let answer = () => {};
    const pressedTwice = new Promise<void>((settle) => {
      answer = settle;
    });
    open({ [CREATE]: () => pressedTwice.then(() => norte) });
    await press('Registrar proyecto');
    await user.type(await fill('Nombre', 'Obra Norte'), '{Enter}{Enter}');
    await waitFor(() => expect(calls.map(({ route }) => route)).toContain(CREATE));
    await user.keyboard('{Enter}');
    answer();
    await noticed('success: Proyecto registrado correctamente');
    expect(calls.filter(({ route }) => route === CREATE)).toHaveLength(1);
  });

  it('says what is wrong with a field under it, and keeps what was typed', async () => {
    const taken = 'Ya existe un proyecto con ese nombre';
    open({ [CREATE]: refusal(409, taken, { name: [taken] }) });
    await press('Registrar proyecto');
    const wrong = [
      ['   ', 'El nombre es obligatorio'],
      ['abc', 'El nombre debe tener al menos 4 caracteres'],
      ['a'.repeat(51), 'El nombre no puede exceder los 50 caracteres'],
      ['obra NORTE', taken],
    ] as const;
    for (const [typed, text] of wrong) {
      const field = await fill('Nombre', typed);
      await press('Registrar');
      await screen.findByText(text);
      expect(field.value).toBe(typed);
      expect(field.getAttribute('aria-invalid')).toBe('true');
    }
  });
});

it('says without an answer that each of these failed, and with one why, and keeps what was typed', async () => {
  open({
    [CREATE]: noAnswer,
    [UPDATE]: noAnswer,
    [DELETE]: noAnswer,
  });
  await press('Registrar proyecto');
  const name = await fill('Nombre', 'Obra Sur');
  await press('Registrar');
  await noticed('error: Ocurrió un error al registrar el proyecto.');
  expect([name.isConnected, name.value]).toEqual([true, 'Obra Sur']);
  await pressIcon('Cerrar');
  await chooseFrom('Opciones', 'Editar');
  await fill('Nombre', 'Obra Sur');
  await press('Actualizar');
  await noticed('error: Ocurrió un error al actualizar el proyecto.');
  await pressIcon('Cerrar');
  await chooseFrom('Opciones', 'Eliminar');
  await press('Eliminar');
  await noticed('error: Ocurrió un error al eliminar una proyecto.');
  await closed();
  cleanup();
  open({ [DELETE]: refusal(409, 'El proyecto tiene oficinas') });
  await chooseFrom('Opciones', 'Eliminar');
  await press('Eliminar');
  await noticed('error: El proyecto tiene oficinas');
  expect(rows()).toEqual([['Obra Norte']]);
});

it('a list that is loading, empty or unreadable says so and offers a way on', async () => {
  let answer: unknown = new Promise(() => undefined);
  const list = () => answer;
  open({ 'GET /projects': list });
  await screen.findByText('Cargando…');
  cleanup();
  answer = Response.json({ message: 'No' }, { status: 500 });
  open({ 'GET /projects': list });
  await screen.findByText('No se pudo cargar la información');
  answer = [];
  await press('Reintentar');
  await screen.findByText('Todavía no hay proyectos');
  await press('Crear el primero');
  await heading('Registrar proyecto');
});

it('a row’s menu is opened by keys; Escape closes it and a question, gives the focus back and does nothing', async () => {
  open();
  const button = await screen.findByLabelText('Opciones');
  expect(button.getAttribute('aria-haspopup')).toBe('menu');
  button.focus();
  await user.keyboard('{Enter}');
  await screen.findByText('Editar');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(menuItems()).toEqual([]));
  expect(document.activeElement).toBe(button);
  await chooseFrom('Opciones', 'Eliminar');
  await screen.findByText('Se eliminará el proyecto «Obra Norte».');
  await user.keyboard('{Escape}');
  await closed();
  await waitFor(() => expect(document.activeElement).toBe(button));
  expect(calls.map(({ route }) => route)).not.toContain(DELETE);
});
