import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { filesTexts } from '../media/files.texts.ts';
import type { ChosenFile } from './composer-actions.ts';
import { SendFile } from './send-file.tsx';
// The dialog is loaded already, as in a page that has been open for a while.
import './send-file-dialog.tsx';

const onSend = vi.fn();
const onClose = vi.fn();
const giveBack = vi.fn();
const file = new File(['un informe'], 'informe.pdf');

const button = (name: string) => screen.findByRole('button', { name });
const queryClient = new QueryClient();
const show = (chosen: ChosenFile | null) => (
  <QueryClientProvider client={queryClient}>
    <SendFile {...{ chosen, onSend, onClose }} />
  </QueryClientProvider>
);

afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

it('a file is sent once, however often it is sent or called off before the dialog goes', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ content: { maxUploadBytes: 1000 } }));
  const chosen = { file, text: 'mirad', giveBack };
  const { rerender } = render(show(chosen));
  const [send, cancel] = [await button(filesTexts.send), await button(filesTexts.cancel)];
  act(() => {
    fireEvent.click(send);
    fireEvent.click(send);
    fireEvent.click(cancel);
  });
  expect(onSend).toHaveBeenCalledOnce();
  expect(onClose).toHaveBeenCalledOnce();
  expect(giveBack).not.toHaveBeenCalled();

  rerender(show(null));
  rerender(show({ ...chosen }));
  fireEvent.click(await button(filesTexts.send));
  expect(onSend).toHaveBeenCalledTimes(2);
});

it('a file that was called off is not sent any more, and its text is given back once', async () => {
  render(show({ file, text: 'mirad', giveBack }));
  const [send, cancel] = [await button(filesTexts.send), await button(filesTexts.cancel)];
  act(() => {
    fireEvent.click(cancel);
    fireEvent.click(cancel);
    fireEvent.click(send);
  });
  expect(giveBack).toHaveBeenCalledOnce();
  expect(onSend).not.toHaveBeenCalled();
});
