import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { ConfirmDialog } from './dialog.tsx';
import { RowMenu } from './row-menu.tsx';

/** A list whose entries disappear after confirmation, each by its button or by its menu. */
function Names({ initial, isLate = false }: { initial: string[]; isLate?: boolean }) {
  const [names, setNames] = useState(initial);
  const [removed, setRemoved] = useState<string | null>(null);
  return (
    <main>
      <button type="button">Registrar</button>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <button type="button" onClick={() => setRemoved(name)}>
              Quitar a {name}
            </button>
            <RowMenu
              label={`Opciones de ${name}`}
              items={[{ label: 'Eliminar', onSelect: () => setRemoved(name) }]}
            />
          </li>
        ))}
      </ul>
      {removed && (
        <ConfirmDialog
          isOpen
          title="¿Quitar?"
          confirmLabel="Confirmar"
          onClose={() => setRemoved(null)}
          onConfirm={() => {
            setNames(names.filter((name) => name !== removed));
            if (isLate) setTimeout(() => setRemoved(null));
            else setRemoved(null);
          }}
        >
          {removed}
        </ConfirmDialog>
      )}
    </main>
  );
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const focused = () => document.activeElement?.textContent || document.activeElement?.ariaLabel;

async function remove(name: string): Promise<void> {
  await press(`Quitar a ${name}`);
  await press('Confirmar');
}

afterEach(cleanup);

it('gives the focus back to what opened it', async () => {
  render(<Names initial={['Ana', 'Bruno']} />);
  await press('Quitar a Ana');
  await press('Cancelar');
  await waitFor(() => expect(focused()).toBe('Quitar a Ana'));
});

it.each([
  ['before it closes', true],
  ['as it closes', false],
])('gives the focus to what took the place of the row that went %s', async (_, isLate) => {
  render(<Names initial={['Ana', 'Bruno', 'Carla']} isLate={isLate} />);
  await remove('Bruno');
  await waitFor(() => expect(focused()).toBe('Quitar a Carla'));
  await remove('Carla');
  await waitFor(() => expect(focused()).toBe('Quitar a Ana'));
});

it('gives the focus to the page when the last row is gone', async () => {
  render(<Names initial={['Ana']} />);
  await remove('Ana');
  await waitFor(() => expect(focused()).toBe('Registrar'));
});

it('does so too when a row was removed by its menu', async () => {
  render(<Names initial={['Ana', 'Bruno']} />);
  await press('Opciones de Ana');
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Eliminar' }));
  await press('Confirmar');
  await waitFor(() => expect(focused()).toBe('Quitar a Bruno'));
});
