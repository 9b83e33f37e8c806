import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SendHorizontal } from 'lucide-react';
import { afterEach, expect, it, vi } from 'vitest';
import { IconButton } from './icon-button.tsx';
import { useOverlays } from './late-overlays.ts';
import { usePopupButton } from './popup-button.ts';

const late = vi.hoisted(() => {
  let come = () => {};
  const there = new Promise<void>((settle) => {
    come = settle;
  });
  return { there, come };
});

vi.mock('./overlays.tsx', async (load) => {
  await late.there;
  return load();
});

afterEach(cleanup);

const noted = vi.fn();

function Options() {
  const menu = usePopupButton('menu');
  const overlays = useOverlays(menu.isOpen);
  const items = ['Editar', 'Eliminar'].map((label) => ({ label, onSelect: () => noted(label) }));
  return (
    <>
      <button type="button" {...menu.button}>
        Opciones
      </button>
      {overlays && <overlays.MenuPopup {...menu.popup} label="Opciones" items={items} />}
    </>
  );
}

function SendButton() {
  const overlays = useOverlays(true);
  return (
    <>
      <IconButton label="Enviar" icon={SendHorizontal} />
      {overlays && <overlays.TooltipLayer />}
    </>
  );
}

const button = () => screen.getByRole('button', { name: 'Opciones' });

it('opens what was asked for by a key as soon as its code is there, on the same button', async () => {
  const user = userEvent.setup();
  render(<Options />);
  const before = button();
  expect(before.getAttribute('aria-haspopup')).toBe('menu');
  expect(before.getAttribute('aria-expanded')).toBe('false');
  before.focus();
  await user.keyboard('{ArrowDown}');
  expect(before.getAttribute('aria-expanded')).toBe('true');
  expect(screen.queryByRole('menu')).toBeNull();

  late.come();
  await screen.findByRole('menu', { name: 'Opciones' });
  expect(document.querySelector('[aria-haspopup]')).toBe(before);
  await user.click(screen.getByRole('menuitem', { name: 'Eliminar' }));
  expect(noted).toHaveBeenCalledWith('Eliminar');
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
});

it('shows the name of a button that is pointed at, until it is pressed', async () => {
  late.come();
  const user = userEvent.setup();
  render(<SendButton />);
  await user.hover(screen.getByRole('button', { name: 'Enviar' }));
  await screen.findByText('Enviar');
  await user.click(screen.getByRole('button', { name: 'Enviar' }));
  await waitFor(() => expect(screen.queryByText('Enviar')).toBeNull());
});
