import type { NoticeVersion } from '@chat/contract/privacy-notice';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { OwnNotice } from '../features/privacy-notice/read-notice.tsx';
import { followLayers } from '../shared/layers.ts';
import { setCurrentUser } from '../shared/session.ts';
import { ana } from '../test/builders.ts';
import { bodyOf, fill, press, refusal, serve, show, user } from '../test/show.tsx';
import { AdminNoticePage } from './admin-notice.page.tsx';

const TEXT = 'Texto del aviso';
const notice: NoticeVersion = {
  version: 3,
  text: 'El aviso en vigor',
  publishedAt: '2026-11-21T10:00:00.000Z',
  publishedBy: ana.email,
};
const bruno = { userId: 'bruno', email: 'bruno@empresa.local', version: 3, at: null };

beforeEach(() => {
  setCurrentUser({ ...ana, isAdmin: true, role: 'ADMIN' });
  // The first steps are hidden.
  localStorage.setItem(`chat.firstSteps.${ana.uuid}`, 'hidden');
});
afterEach(cleanup);

const inDialog = () => screen.findByLabelText<HTMLTextAreaElement>(TEXT, { selector: 'textarea' });

it('offers the draft, keeps what is refused, and asks before it is lost', async () => {
  followLayers();
  serve({
    'GET /notice': () => null,
    'GET /notice/versions': { draft: 'Responsable: [empresa], [dirección]', versions: [] },
    'PUT /notice': () => refusal(503, 'La base de datos no responde'),
  });
  const { queryClient } = show(<AdminNoticePage />);
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  const [write] = screen.getAllByText('Escribir el aviso');
  if (write) await user.click(write);
  const field = await inDialog();
  expect(field.value).toBe('Responsable: [empresa], [dirección]');
  screen.getByText('Falta completar: [empresa], [dirección]');
  await fill(TEXT, 'Otro texto');
  expect(screen.queryByText(/^Falta completar/)).toBeNull();
  await press('Publicar');
  await waitFor(() => expect(bodyOf('PUT /notice')).toEqual({ text: 'Otro texto' }));
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  expect(field.value).toBe('Otro texto');
  await act(async () => window.history.back());
  await screen.findByText('¿Descartar los cambios?');
});

it('begins with the text in force, and lists who has yet to confirm it, with a CSV', async () => {
  serve({
    'GET /notice': notice,
    'GET /notice/versions': { draft: '', versions: [notice] },
    'GET /notice/acceptances': [bruno],
    'GET /notice/acceptances.csv': () => new Response('correo'),
  });
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:aviso');
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  show(<AdminNoticePage />);
  await screen.findByText(bruno.email, { selector: 'li *' });
  await press('Descargar CSV');
  await waitFor(() => expect(saved).toHaveBeenCalledOnce());
  await press('Publicar otra versión');
  expect((await inDialog()).value).toBe(notice.text);
});

it('is read again in the own account', async () => {
  serve({ 'GET /notice': notice });
  show(<OwnNotice />);
  await press('Leer el aviso');
  await screen.findByText(notice.text);
});
