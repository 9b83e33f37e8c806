import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { ana } from '../../test/builders.ts';
import { SideMenu } from './side-menu.tsx';

afterEach(cleanup);

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
