import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CreateUserDialog } from './create-user-dialog.tsx';
import { EditUserDialog } from './user-dialogs.tsx';
import { usersTexts as texts } from './users.texts.ts';

const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
const person = {
  uuid: '01900000-0000-7000-8000-000000000001',
  id: 1,
  firstName: 'Ana',
  lastName: 'Gil',
  email: 'ana@empresa.local',
  role: 'ADMIN' as const,
  supervisor: false,
  isAdmin: true,
  offices: [],
  connectionStatus: 'OFFLINE' as const,
  blockedAt: null,
  groupPermissions: [],
};
const bodies: unknown[] = [];

function open(oidcName: string | null, isAdmin = true): void {
  const answerTo = async (url: string, { method, body }: RequestInit) => {
    if (method === 'PUT') bodies.push(JSON.parse(String(body)));
    return Response.json({ content: url.includes('/config') ? { oidcName } : person });
  };
  vi.stubGlobal('fetch', vi.fn(answerTo));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <EditUserDialog user={{ ...person, isAdmin }} onClose={() => {}} />
    </QueryClientProvider>,
  );
}

afterEach(() => {
  cleanup();
  bodies.length = 0;
  vi.unstubAllGlobals();
});

describe('the form of an administrator', () => {
  it('has the own password where a company signs people in, and may leave it blank', async () => {
    open('Acme');
    const own = await screen.findByLabelText(texts.ownPassword);
    await user.click(screen.getByRole('button', { name: texts.update }));
    await waitFor(() =>
      expect(bodies).toMatchObject([{ email: person.email, currentPassword: '' }]),
    );
    await user.type(own, 'clave-propia');
    await user.click(screen.getByRole('button', { name: texts.update }));
    await waitFor(() => expect(bodies[1]).toMatchObject({ currentPassword: 'clave-propia' }));
  });

  it.each([
    ['where none does', null, true],
    ['of somebody who is none', 'Acme', false],
  ])('has no such field %s', async (_, oidcName, isAdmin) => {
    open(oidcName, isAdmin);
    await user.click(await screen.findByRole('button', { name: texts.update }));
    await waitFor(() => expect(bodies).toHaveLength(1));
    expect(bodies[0]).not.toHaveProperty('currentPassword');
    expect(screen.queryByLabelText(texts.ownPassword)).toBeNull();
  });
});

describe('the form of a new person', () => {
  it('asks for no password once settings that come late say that nobody has one', async () => {
    let answerConfig = (_: Response) => {};
    const config = new Promise<Response>((resolve) => {
      answerConfig = resolve;
    });
    const answerTo = async (url: string) =>
      url.includes('/config') ? config : Response.json({ content: [], total: 0 });
    vi.stubGlobal('fetch', vi.fn(answerTo));
    render(
      <QueryClientProvider client={new QueryClient()}>
        <CreateUserDialog onInvited={() => {}} onClose={() => {}} />
      </QueryClientProvider>,
    );
    await screen.findByLabelText(texts.password);
    answerConfig(Response.json({ content: { oidcName: 'Acme', passwordLogin: false } }));
    await screen.findByText(texts.companyOnlyHint('Acme'));
    expect(screen.queryByLabelText(texts.password)).toBeNull();
  });
});
