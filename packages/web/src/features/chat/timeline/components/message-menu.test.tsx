import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import '../../../../shared/ui/overlays.ts';
import { buildMessage, chatId } from '../../../../test/builders.ts';
import { changeWindow, messagesKey } from '../../messages/api/list-messages.ts';
import { applyRemoval, emptyWindow } from '../../messages/message-window.ts';
import { MessageMenu, renderMenuButton } from './message-menu.tsx';

const [first, second] = [buildMessage(1), buildMessage(2)];

function showMenuOf(opened: typeof first): QueryClient {
  const queryClient = new QueryClient();
  queryClient.setQueryData(messagesKey(chatId), { ...emptyWindow, messages: [first, second] });
  render(
    <QueryClientProvider client={queryClient}>
      {renderMenuButton(opened)}
      <MessageMenu onReply={() => undefined} onReact={() => undefined} />
    </QueryClientProvider>,
  );
  return queryClient;
}

afterEach(cleanup);

it('goes with its message when that is deleted, and stays when another one is', async () => {
  const queryClient = showMenuOf(second);
  await userEvent.click(screen.getByRole('button'));
  expect(await screen.findByRole('menuitem', { name: 'Responder' })).toBeTruthy();
  changeWindow(queryClient, chatId, (loaded) => applyRemoval(loaded, { messageId: first.uuid }));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(screen.queryByRole('menu')).toBeTruthy();
  changeWindow(queryClient, chatId, (loaded) => applyRemoval(loaded, { messageId: second.uuid }));
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
});
