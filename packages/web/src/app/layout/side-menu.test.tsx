import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { ana } from '../../test/builders.ts';
import { SideMenu } from './side-menu.tsx';

afterEach(cleanup);

const administration = ['Proyectos', 'Oficinas', 'Grupos', 'Usuarios', 'Chats'];

it.each([
  ['ADMIN', [...administration, 'Autorizar acceso', 'Acceso a grupos'], true],
  ['GROUP_MANAGER', ['Grupos'], true],
  ['USER', [], false],
] as const)('offers %s their own chat, %j, and to sign out', (role, entries, isTitled) => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SideMenu user={{ ...ana, role }} ownGroups={null} />
    </QueryClientProvider>,
  );
  const links = screen.getAllByRole('link').map(({ textContent }) => textContent);
  expect(links).toEqual(['Mi chat', ...entries]);
  expect(screen.queryByRole('heading', { name: 'Administración' }) !== null).toBe(isTitled);
  screen.getByRole('button', { name: 'Cerrar sesión' });
});

it('says beneath its entries which version this is', () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SideMenu user={ana} ownGroups={null} />
    </QueryClientProvider>,
  );
  const out = screen.getByRole('button', { name: 'Cerrar sesión' });
  const version = screen.getByText(`Versión ${manifest.version}`);
  expect(out.compareDocumentPosition(version)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});
