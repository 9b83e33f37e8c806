import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { press, pressIcon } from '../test/show.tsx';
import { followLayers, layersHere } from './layers.ts';
import { goTo } from './navigation.ts';
import { FormDialog } from './ui/form-dialog.tsx';
import { RowMenu } from './ui/row-menu.tsx';
import { ViewDialog } from './ui/view-dialog.tsx';

/** A page from which a form is opened, and a view and a menu over that. */
function Page() {
  const [isForm, setForm] = useState(false);
  const [isView, setView] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setForm(true)}>
        Abrir formulario
      </button>
      <FormDialog isOpen={isForm} onClose={() => setForm(false)} title="Formulario">
        <button type="button" onClick={() => setView(true)}>
          Abrir vista
        </button>
        <RowMenu items={[{ label: 'Editar', icon: Pencil, onSelect: () => undefined }]} />
        <ViewDialog isOpen={isView} onClose={() => setView(false)} title="Vista">
          hola
        </ViewDialog>
      </FormDialog>
    </>
  );
}

const isShown = (text: string) => screen.queryByText(text) !== null;
const goBack = () => act(async () => window.history.back());

beforeAll(followLayers);
afterEach(cleanup);

it('the way back closes what lies on top, one after the other, and stays on the page', async () => {
  window.history.replaceState(null, '', '/admin/users');
  render(<Page />);
  await press('Abrir formulario');
  await press('Abrir vista');
  await waitFor(() => expect(layersHere()).toBe(2));
  await goBack();
  await waitFor(() => expect(isShown('Vista')).toBe(false));
  await pressIcon('Opciones');
  await screen.findByText('Editar');
  await goBack();
  await waitFor(() => expect(isShown('Editar')).toBe(false));
  expect(isShown('Formulario')).toBe(true);
  await goBack();
  await waitFor(() => expect(isShown('Formulario')).toBe(false));
  await waitFor(() => expect(layersHere()).toBe(0));
  expect(window.location.pathname).toBe('/admin/users');
});

it('what is closed otherwise, or leads away, leaves no step behind', async () => {
  window.history.pushState(null, '', '/admin/groups');
  window.history.pushState(null, '', '/admin/users');
  render(<Page />);
  await press('Abrir formulario');
  await waitFor(() => expect(layersHere()).toBe(1));
  await pressIcon('Cerrar');
  await waitFor(() => expect(layersHere()).toBe(0));
  await press('Abrir formulario');
  await waitFor(() => expect(layersHere()).toBe(1));
  act(() => goTo('/admin/projects'));
  cleanup();
  await waitFor(() => expect(window.location.pathname).toBe('/admin/projects'));
  for (const path of ['/admin/users', '/admin/groups']) {
    await goBack();
    await waitFor(() => expect(window.location.pathname).toBe(path));
    expect(layersHere()).toBe(0);
  }
});
