import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useForm } from 'react-hook-form';
import { expect, it } from 'vitest';
import { groupsQuery, officesQuery, projectsQuery } from '../lists/lists.ts';
import { emptyUserForm, UserPlaceFields } from './create-user-dialog.tsx';

const projects = ['Norte', 'Sur'].map((name, id) => ({ uuid: `p-${name}`, id, name }));
const [norte, sur] = projects.map(({ uuid, name }) => ({ uuid, name }));
const offices = [
  { uuid: 'o-lima', id: 1, name: 'Lima', project: norte },
  { uuid: 'o-cusco', id: 2, name: 'Cusco', project: norte },
  { uuid: 'o-tacna', id: 3, name: 'Tacna', project: sur },
];
const groups = offices.map(({ uuid, id, name, project }) => ({
  uuid: `g-${uuid}`,
  id,
  name: `Ventas ${name}`,
  description: '',
  officine: { uuid, name, project },
}));

function Form() {
  const form = useForm({ defaultValues: emptyUserForm });
  return (
    <>
      <UserPlaceFields control={form.control} setValue={form.setValue} />
      <output aria-label="chosen">
        {JSON.stringify(form.watch(['projectId', 'officeId', 'groupUuids']))}
      </output>
    </>
  );
}

function openForm() {
  const queryClient = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } },
  });
  queryClient.setQueryData<unknown>(projectsQuery.queryKey, projects);
  queryClient.setQueryData<unknown>(officesQuery.queryKey, offices);
  queryClient.setQueryData<unknown>(groupsQuery.queryKey, groups);
  render(
    <QueryClientProvider client={queryClient}>
      <Form />
    </QueryClientProvider>,
  );
}

const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });

async function choose(field: string, option: string) {
  await user.click(screen.getByRole('combobox', { name: field }));
  await user.click(await screen.findByRole('option', { name: option }));
}

const chosen = () => JSON.parse(screen.getByRole('status', { name: 'chosen' }).textContent);

it('offers the offices of the project and the groups of the office, and clears both with them', async () => {
  openForm();
  await choose('Proyecto', 'Norte');
  await choose('Oficina', 'Lima');
  await choose('Grupos', 'Ventas Lima');
  expect(chosen()).toEqual(['p-Norte', 'o-lima', ['g-o-lima']]);

  await choose('Oficina', 'Cusco');
  expect(chosen()).toEqual(['p-Norte', 'o-cusco', []]);

  await choose('Proyecto', 'Sur');
  expect(chosen()).toEqual(['p-Sur', '', []]);
});
