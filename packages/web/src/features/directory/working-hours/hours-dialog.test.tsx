import type { Hours } from '@chat/contract/forms';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useNotification } from '../../../shared/toast/notify.ts';
import { HoursDialog } from './hours-dialog.tsx';
import { workingHoursTexts as texts } from './working-hours.texts.ts';

const hours: Hours = {
  timezone: 'Europe/Madrid',
  days: [{ day: 1, from: '09:00', to: '14:00' }],
  holidays: ['2027-01-06'],
};
let put: unknown[];
const handleClose = vi.fn();

function show(props: {
  hours: Hours | null;
  isFirst?: boolean;
  office?: { uuid: string; name: string };
}) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <HoursDialog office={null} isFirst={false} {...props} onClose={handleClose} />
    </QueryClientProvider>,
  );
}
const radio = (name: string) =>
  screen.findByRole<HTMLInputElement>('radio', { name: new RegExp(`^${name}`) });
const save = () => userEvent.click(screen.getByRole('button', { name: texts.save }));
const said = () => useNotification.getState().current?.message;

beforeEach(() => {
  put = [];
  handleClose.mockReset();
  useNotification.setState({ current: null });
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    const content: unknown = JSON.parse(String(body));
    put.push(content);
    return Response.json({ content });
  });
});
afterEach(cleanup);

it('begins with an ordinary week where hours are set for the first time', async () => {
  show({ hours: null, isFirst: true });
  expect((await radio(texts.own)).checked).toBe(true);
  expect(document.activeElement).toBe(await radio(texts.own));
  await save();
  await waitFor(() => expect(handleClose).toHaveBeenCalled());
  const days = [1, 2, 3, 4, 5].map((day) => ({ day, from: '09:00', to: '18:00' }));
  expect(put).toEqual([{ timezone: expect.any(String), days, holidays: [] }]);
  expect(said()).toBe(texts.saved);
});

it.each([
  ['the company has none', { hours: null }],
  ['the company has some', { hours }],
  ['an office is like the company', { hours: null, office: { uuid: 'norte', name: 'Norte' } }],
])('saves nothing, and says nothing, without a change: %s', async (_, props) => {
  show(props);
  await screen.findByRole('button', { name: texts.save });
  await save();
  await waitFor(() => expect(handleClose).toHaveBeenCalled());
  expect([put, said()]).toEqual([[], undefined]);
});

it('saves that there are none any more', async () => {
  show({ hours });
  await userEvent.click(await radio(texts.always));
  await save();
  await waitFor(() => expect(said()).toBe(texts.saved));
  expect(put).toEqual([null]);
});
