import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { comeToDesk, elena } from '../../test/desk.ts';
import { answerMedia } from '../../test/fakes.ts';
import { pressIcon, serve, show } from '../../test/show.tsx';
import { MainLayout } from './main-layout.tsx';

vi.mock('../realtime.ts', () => ({ startRealtime: () => () => undefined }));

beforeEach(() => {
  comeToDesk();
  serve();
});
afterEach(cleanup);

const open = () =>
  show(
    <MainLayout>
      <h1>Usuarios</h1>
    </MainLayout>,
  );

it('has a bar with the brand and who is signed in, the menu and the content, each by its name', () => {
  answerMedia(true);
  open();
  const bar = within(screen.getByRole('banner'));
  bar.getByText('WEB CHAT');
  bar.getByText(elena.email);
  bar.getByRole('button', { name: 'Abrir menú' });
  bar.getByRole('button', { name: 'Cambiar tema' });
  within(screen.getByRole('navigation')).getByRole('button', { name: 'Cerrar sesión' });
  within(screen.getByRole('main')).getByText('Usuarios');
});

it('opens the menu as a drawer where there is no room beside the page', async () => {
  answerMedia(false);
  open();
  expect(screen.queryByRole('navigation')).toBeNull();
  await pressIcon('Abrir menú');
  const drawer = await screen.findByRole('navigation');
  within(drawer).getByText('Cerrar sesión');
});
