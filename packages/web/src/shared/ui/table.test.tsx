import { required } from '@chat/contract/checks';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Table } from './table.tsx';
import type { Column } from './table-head.tsx';

interface Person {
  uuid: string;
  email: string;
}

const columns: Column<Person>[] = [
  { key: 'email', header: 'Correo', cell: ({ email }) => email, sortBy: ({ email }) => email },
];
const people = (count: number): Person[] =>
  Array.from({ length: count }, (_, n) => ({ uuid: `u${n}`, email: `p${n}@empresa.local` }));

const show = (rows: Person[]) =>
  render(
    <main style={{ overflowY: 'auto' }}>
      <Table
        label="Personas"
        columns={columns}
        rows={rows}
        rowKey={({ uuid }) => uuid}
        actions={({ email }) => <button type="button">Quitar {email}</button>}
        empty="Nadie"
      />
    </main>,
  );
// A possible line break in an e-mail counts as a blank here, but not in a browser.
const rowOf = (email: string) =>
  screen.queryByRole('row', { name: (name) => name.replaceAll(' ', '').startsWith(email) });

function scrollTo(top: number): void {
  const main = screen.getByRole('main');
  main.scrollTop = top;
  fireEvent.scroll(main);
}

beforeEach(() => {
  // The screen has room for ten rows.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(570);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(57);
});
afterEach(cleanup);

it('draws every row of a table that is not long', () => {
  show(people(200));
  expect(screen.getAllByRole('row')).toHaveLength(201);
  expect(screen.getByRole('table').hasAttribute('aria-rowcount')).toBe(false);
});

it('sorts by the column whose head is pressed: up, down, and back to the order they came in', () => {
  show(['b', 'a', 'c'].map((uuid) => ({ uuid, email: `${uuid}@empresa.local` })));
  const order = () => {
    const [, ...rows] = screen.getAllByRole('row');
    return rows.map(({ textContent }) => textContent?.[0]).join('');
  };
  expect(order()).toBe('bac');
  for (const next of ['abc', 'cba', 'bac']) {
    fireEvent.click(screen.getByRole('button', { name: 'Correo' }));
    expect(order()).toBe(next);
  }
});

it('draws of a long table what is near the screen, and tells how long it is', () => {
  show(people(5000));
  expect(screen.getAllByRole('row').length).toBeLessThan(40);
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('5001');
  expect(rowOf('p0@')?.getAttribute('aria-rowindex')).toBe('2');
  expect(rowOf('p100@')).toBeNull();
});

it('draws other rows when a long table is scrolled, with the room of the others around them', () => {
  show(people(5000));
  scrollTo(100 * 57);
  expect(rowOf('p100@')?.getAttribute('aria-rowindex')).toBe('102');
  expect(rowOf('p0@')).toBeNull();
  const rooms = [...document.querySelectorAll<HTMLElement>('tr[role=none] > td')];
  const room = rooms.reduce((sum, cell) => sum + Number.parseFloat(cell.style.height), 0);
  expect(room + (screen.getAllByRole('row').length - 1) * 57).toBe(5000 * 57);
});

it('keeps the row with the focus, however far one scrolls', () => {
  show(people(5000));
  const button = within(required(rowOf('p3@'), 'element')).getByRole('button');
  button.focus();
  scrollTo(4000 * 57);
  expect(rowOf('p4000@')).not.toBeNull();
  expect(document.activeElement).toBe(button);
  button.blur();
  scrollTo(4001 * 57);
  expect(rowOf('p3@')).toBeNull();
});

it('sorts a long table as a whole', () => {
  show(people(5000));
  fireEvent.click(screen.getByRole('button', { name: 'Correo' }));
  fireEvent.click(screen.getByRole('button', { name: 'Correo' }));
  expect(rowOf('p4999@')?.getAttribute('aria-rowindex')).toBe('2');
});
