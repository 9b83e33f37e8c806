import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ownGroupsQuery } from '../features/chat/list/chat-lists.ts';
import { goTo } from '../shared/navigation.ts';
import { groupPath, routePaths } from '../shared/routes.ts';
import { UserGroupsPage } from './user-groups.page.tsx';

const group = {
  uuid: 'ventas',
  name: 'Ventas',
  description: '',
  unreadCount: 0,
  unmutedCount: 0,
  mutes: [],
};
const answers: (() => void)[] = [];
const path = () => window.location.pathname;

beforeEach(() => {
  answers.length = 0;
  vi.stubGlobal(
    'fetch',
    () =>
      new Promise((settle) => {
        answers.push(() => settle(Response.json({ content: [group] })));
      }),
  );
  goTo(routePaths['user.groups'], { replace: true });
});
afterEach(cleanup);

async function openAndAnswer(meanwhile: () => void): Promise<void> {
  const client = new QueryClient();
  render(
    <QueryClientProvider client={client}>
      <UserGroupsPage />
    </QueryClientProvider>,
  );
  meanwhile();
  await waitFor(() => expect(answers).toHaveLength(1));
  for (const answer of answers) answer();
  await waitFor(() => expect(client.getQueryData(ownGroupsQuery.queryKey)).toBeDefined());
}

it('leads on to the first group', async () => {
  await openAndAnswer(() => {});
  await waitFor(() => expect(path()).toBe(groupPath('ventas')));
});

it('leads nobody back who has gone on before their groups are known', async () => {
  await openAndAnswer(() => goTo(routePaths['admin.groups']));
  await new Promise((next) => setTimeout(next));
  expect(path()).toBe(routePaths['admin.groups']);
});
