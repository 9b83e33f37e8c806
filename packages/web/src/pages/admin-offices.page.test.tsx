import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  choose,
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
  chooseFrom,
  fill,
  press,
  pressIcon,
  refusal,
  serve,
  show,
  user,
} from '../test/show.tsx';
import { AdminOfficesPage } from './admin-offices.page.tsx';

const norte = { uuid: '0198a000-0000-7000-8000-000000000001', id: 1, name: 'Obras Norte' };
const gijon = { uuid: 'gijon', id: 1, name: 'Gijón', project: norte };
const CREATE = 'POST /offices';
const UPDATE = 'PUT /offices/gijon';
const DELETE = 'DELETE /offices/gijon';

function open(answers: Record<string, unknown> = {}): void {
  serve({ 'GET /projects': [norte], 'GET /offices': [gijon], ...answers });
  show(<AdminOfficesPage />);
}

const heading = (text: string) => screen.findByText(text, { selector: 'h2' });
const noticed = (text: string) => waitFor(() => expect(notice()).toBe(text));
const closed = () => waitFor(() => expect(isDialogOpen()).toBe(false));

beforeEach(comeToDesk);
afterEach(cleanup);

it('an office is registered in a project, renamed there and removed, each with its own notice', async () => {
  let offices: (typeof gijon)[] = [];
  const change = (after: typeof offices) => () => {
    offices = after;
    return gijon;
  };
  open({
    'GET /offices': () => offices,
    [CREATE]: change([gijon]),
    [UPDATE]: change([{ ...gijon, name: 'Oviedo' }]),
    [DELETE]: change([]),
  });
  await press('Registrar oficina');
  await heading('Registrar oficina');
  await fill('Nombre', 'Gijón');
  await press('Registrar');
  await screen.findByText('Selecciona un proyecto');
  await choose('Proyecto', 'Obras Norte');
  await press('Registrar');
  await closed();
  expect(notice()).toBe('success: Oficina registrado correctamente');
  expect(bodyOf(CREATE)).toEqual({ name: 'Gijón', projectId: norte.uuid });
  expect([columns(), rows()]).toEqual([['Oficina', 'Proyecto'], [['Gijón', 'Obras Norte']]]);

  await pressIcon('Opciones');
  const edit = await screen.findByText('Editar');
  expect(menuItems()).toEqual(['Editar', 'Eliminar']);
  await user.click(edit);
  await heading('Actualizar oficina');
  const project = screen.getByLabelText('Proyecto', { selector: '[role=combobox]' });
  expect(project.textContent).toContain('Obras Norte');
  expect(project.hasAttribute('data-disabled')).toBe(true);
  await fill('Nombre', 'Oviedo');
  await press('Actualizar');
  await closed();
  expect(notice()).toBe('success: Oficina actualizado correctamente');
  expect([bodyOf(UPDATE), rows()]).toEqual([
    { name: 'Oviedo', projectId: norte.uuid },
    [['Oviedo', 'Obras Norte']],
  ]);

  await chooseFrom('Opciones', 'Eliminar');
  await screen.findByText('Se eliminará la oficina «Oviedo».');
  await press('Eliminar');
  await closed();
  expect(notice()).toBe('success: Oficina eliminado correctamente.');
  await screen.findByText('Todavía no hay oficinas');
});

it('says without an answer that each of these failed, and with one why', async () => {
  const answers = [noAnswer, () => refusal(409, 'La oficina tiene grupos')];
  open({ [CREATE]: noAnswer, [UPDATE]: noAnswer, [DELETE]: () => answers.shift()?.() });
  await press('Registrar oficina');
  const name = await fill('Nombre', 'Oviedo');
  await choose('Proyecto', 'Obras Norte');
  await press('Registrar');
  await noticed('error: Ocurrió un error al registrar la oficina.');
  expect([name.isConnected, name.value]).toEqual([true, 'Oviedo']);
  await pressIcon('Cerrar');
  await chooseFrom('Opciones', 'Editar');
  await press('Actualizar');
  await noticed('error: Ocurrió un error al actualziar la oficina.');
  await pressIcon('Cerrar');
  for (const why of ['Ocurrió un error al eliminar una oficina.', 'La oficina tiene grupos']) {
    await chooseFrom('Opciones', 'Eliminar');
    await press('Eliminar');
    await noticed(`error: ${why}`);
    await closed();
  }
  expect(rows()).toEqual([['Gijón', 'Obras Norte']]);
});
