import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useTheme } from '../../shared/theme.ts';
import { AppearanceSection, PasswordSection } from './sections.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { TwoStepsSection } from './two-steps-section.tsx';

/** The server's answers, by path. */
const answers: Record<string, unknown> = {};

function open(section: React.ReactNode): void {
  vi.stubGlobal('fetch', async (url: string) => Response.json({ content: answers[url] }));
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(<QueryClientProvider client={queryClient}>{section}</QueryClientProvider>);
}

afterEach(cleanup);

it.each([
  [true, 1],
  [false, 0],
])('has a password where passwords let people in: %s', async (passwordLogin, count) => {
  answers['/api/config'] = { oidcName: 'Acme', passwordLogin };
  open(
    <>
      <PasswordSection />
      <p>después</p>
    </>,
  );
  await waitFor(() => {
    expect(screen.queryAllByRole('heading', { name: 'Contraseña' })).toHaveLength(count);
  });
});

it.each([
  [true, false, 10, 'Te quedan 10 códigos de recuperación.', 1],
  [true, false, 1, 'Te queda 1 código de recuperación.', 1],
  [true, false, 0, 'No te quedan códigos de recuperación.', 1],
  [true, true, 10, 'Tu empresa exige la verificación en dos pasos: no se puede desactivar.', 0],
  [false, true, 0, 'Tu empresa exige la verificación en dos pasos: configúrala.', 0],
])(
  'says of two steps that are on (%s), required (%s), with %i codes: %s',
  async (enabled, required, recoveryCodesLeft, text, turnsOff) => {
    answers['/api/users/me/totp'] = { enabled, required, recoveryCodesLeft };
    open(<TwoStepsSection />);
    await screen.findByText(text);
    expect(screen.queryAllByRole('button', { name: 'Desactivar' })).toHaveLength(turnsOff);
    const warned = enabled && recoveryCodesLeft < 3 ? 1 : 0;
    expect(screen.queryAllByText(/Configúrala de nuevo/)).toHaveLength(warned);
  },
);

it('lists the last used sessions, and all of many when asked', async () => {
  const at = '2026-11-25T10:00:00.000Z';
  answers['/api/users/me/sessions'] = Array.from({ length: 30 }, (_, place) => ({
    uuid: `sesion-${place}`,
    device: { uuid: `equipo-${place}`, name: place === 1 ? null : `Firefox en Linux ${place}` },
    address: place === 2 ? null : '10.0.0.7',
    createdAt: at,
    lastUsedAt: at,
    current: place === 0,
  }));
  open(<SessionsSection onLogOut={() => undefined} />);
  expect(await screen.findAllByRole('listitem')).toHaveLength(8);
  expect(screen.getByText('Dispositivo desconocido')).toBeTruthy();
  expect(screen.getAllByText('Esta sesión')).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name: 'Mostrar las 30 sesiones' }));
  expect(screen.getAllByRole('listitem')).toHaveLength(30);
});

it('sets the theme that is chosen', () => {
  open(<AppearanceSection />);
  fireEvent.click(screen.getByRole('radio', { name: 'Claro' }));
  expect(useTheme.getState().theme).toBe('light');
  expect(document.documentElement.dataset.theme).toBe('light');
});
