import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { fill, press, pressIcon } from '../test/show.tsx';
import { followLayers, layersHere, leaveLayers } from './layers.ts';
import { goTo } from './navigation.ts';
import { ViewDialog } from './ui/dialog.tsx';
import { FormDialog } from './ui/form-dialog.tsx';
import { RowMenu } from './ui/row-menu.tsx';
import { uiTexts } from './ui/ui.texts.ts';

/** A page from which a form is opened, and a view and a menu over that. */
function Page() {
  const [isForm, setForm] = useState(false);
  const [isView, setView] = useState(false);
  const [isChanged, setChanged] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setForm(true)}>
        Abrir formulario
      </button>
      <FormDialog
        isOpen={isForm}
        onClose={() => setForm(false)}
        title="Formulario"
        isChanged={isChanged}
      >
        <input aria-label="Nombre" onChange={() => setChanged(true)} />
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

/** As a click on a notification leads away. */
const lead = (path: string) => act(async () => leaveLayers(() => goTo(path)));

it('what leads away closes all that lies over the page', async () => {
  window.history.pushState(null, '', '/admin/groups');
  render(<Page />);
  await press('Abrir formulario');
  await press('Abrir vista');
  await waitFor(() => expect(layersHere()).toBe(2));
  await lead('/groups/g1');
  await waitFor(() => expect(window.location.pathname).toBe('/groups/g1'));
  expect([isShown('Formulario'), isShown('Vista'), layersHere()]).toEqual([false, false, 0]);
  await goBack();
  await waitFor(() => expect(window.location.pathname).toBe('/admin/groups'));
});

it('where something is half filled in, what leads away asks first, and goes once it is given up', async () => {
  window.history.pushState(null, '', '/admin/users');
  render(<Page />);
  const { title, stay, discard } = uiTexts.unsaved;
  await press('Abrir formulario');
  await fill('Nombre', 'Ana');
  await press('Abrir vista');
  await waitFor(() => expect(layersHere()).toBe(2));
  for (let time = 1; time <= 2; time++) {
    await lead('/groups/g1');
    await screen.findByText(title);
    expect(isShown('Vista')).toBe(false);
    // Another notification is clicked while it asks.
    await lead('/groups/g2');
    await press(stay);
    await waitFor(() => expect(isShown(title)).toBe(false));
    await waitFor(() => expect(layersHere()).toBe(1));
    expect(screen.getByLabelText<HTMLInputElement>('Nombre').value).toBe('Ana');
    expect(window.location.pathname).toBe('/admin/users');
  }
  await lead('/groups/g1');
  await lead('/groups/g2');
  await press(discard);
  await waitFor(() => expect(window.location.pathname).toBe('/groups/g2'));
  expect([isShown('Formulario'), layersHere()]).toEqual([false, 0]);
});

it('what was stayed with leads nowhere when it is closed later', async () => {
  window.history.pushState(null, '', '/admin/users');
  render(<Page />);
  await press('Abrir formulario');
  await fill('Nombre', 'Ana');
  await lead('/groups/g1');
  await press(uiTexts.unsaved.stay);
  await waitFor(() => expect(layersHere()).toBe(1));
  await pressIcon('Cerrar');
  await waitFor(() => expect(layersHere()).toBe(0));
  expect(window.location.pathname).toBe('/admin/users');
});
