import type { ExportJob } from '@chat/contract/data-exports';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { socket } from '../../shared/socket.ts';
import { calls, press, serve, show } from '../../test/show.tsx';
import { ExportPanel } from './export-panel.tsx';

const OWN = '/users/me/data-exports';

const job = (status: ExportJob['status'], changes: Partial<ExportJob> = {}): ExportJob => ({
  uuid: '00000000-0000-4000-8000-000000000000',
  status,
  createdAt: '2026-11-21T10:00:00.000Z',
  expiresAt: null,
  size: null,
  fileUrl: null,
  ...changes,
});
const ready = job('READY', {
  expiresAt: '2026-11-22T10:00:00.000Z',
  size: 2_000_000,
  fileUrl: '/api/files/exports/1',
});

afterEach(cleanup);

const status = () => screen.getByRole('status').textContent;

it('has a ZIP prepared, says how far it is, and saves it', async () => {
  let jobs: ExportJob[] = [];
  serve({ [`GET ${OWN}`]: () => jobs, [`POST ${OWN}`]: () => job('WORKING') });
  show(<ExportPanel subject={{ kind: 'own' }} about="Una copia de tus datos" />);
  await screen.findByText('Una copia de tus datos');
  jobs = [job('WORKING')];
  await press('Preparar la descarga');
  await waitFor(() => expect(status()).toContain('Se está preparando'));
  expect(calls.map(({ route }) => route)).toContain(`POST ${OWN}`);
  expect(screen.queryByRole('button')).toBeNull();

  const announce = () =>
    act(() => {
      for (const listener of socket.listeners('export:ready')) Reflect.apply(listener, socket, []);
    });
  jobs = [job('FAILED')];
  announce();
  await waitFor(() => expect(status()).toContain('No se pudo preparar'));
  screen.getByText('Intentarlo de nuevo');
  jobs = [ready];
  announce();
  await waitFor(() =>
    expect(status()).toMatch(/Preparado: archivo ZIP de .*MB\. .*hasta .*\d\d:\d\d/),
  );
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(new URL(this.href).pathname);
  });
  await press('Descargar');
  expect(saved).toEqual([ready.fileUrl]);
});
