import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { formatTime } from '../../../shared/format/time.ts';
import { PeopleList } from './information-dialog.tsx';

afterEach(cleanup);

const at = new Date(2026, 10, 21, 10, 5).toISOString();
it('gives each person the time, and a dash where it is not known', () => {
  render(
    <PeopleList
      title="Visto por"
      above={0}
      people={[
        { uuid: 'a', email: 'ana@empresa.local', at },
        { uuid: 'b', email: 'bruno@empresa.local', at: null },
      ]}
    />,
  );
  const [ana, bruno] = within(screen.getByRole('list', { name: 'Visto por' })).getAllByRole(
    'listitem',
  );
  expect(ana?.textContent).toContain(formatTime(at));
  expect(bruno?.textContent).toContain('—');
  expect(bruno?.textContent).toContain('Hora desconocida');
});

it('says that nobody is in it', () => {
  render(<PeopleList title="Pendiente" above={0} people={[]} />);
  expect(screen.queryByRole('list')).toBeNull();
  expect(screen.getByText('Nadie')).toBeTruthy();
});
