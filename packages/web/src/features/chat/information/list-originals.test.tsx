import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { buildMessage } from '../../../test/builders.ts';
import { useOriginals } from './originals-dialog.tsx';

const message = buildMessage(1);
const edited = { ...message, editedAt: '2026-11-21T10:05:00.000Z' };
const queryClient = new QueryClient();

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);

const pageWith = (...texts: string[]) =>
  Response.json({
    content: texts.map((content) => ({ content })),
    pagination: { page: 1, size: 50, totalElements: texts.length, totalPages: 1 },
  });

it('an edit while the first answer is on its way has the versions read once more', async () => {
  const answers: ((response: Response) => void)[] = [];
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => answers.push(resolve)));
  const { result, rerender } = renderHook(({ now }) => useOriginals(message.uuid, now), {
    wrapper,
    initialProps: { now: message },
  });
  await waitFor(() => expect(answers).toHaveLength(1));
  rerender({ now: edited });
  await act(async () => answers[0]?.(pageWith('antes')));
  await waitFor(() => expect(answers).toHaveLength(2));
  await act(async () => answers[1]?.(pageWith('antes', 'después')));
  await waitFor(() => expect(result.current.data).toHaveLength(2));
});
