import type { Message } from '@chat/contract/messages';
import { useQuery } from '@tanstack/react-query';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { ana, buildMessage, chatId } from '../../../test/builders.ts';
import { calls, press, serve, show, user } from '../../../test/show.tsx';
import { messagesKey, messagesQuery } from '../messages/list-messages.ts';
import { emptyWindow } from '../messages/message-window.ts';
import { DeleteOwnDialog } from './delete-own-dialog.tsx';

const QUESTION = 'El mensaje desaparecerá para todos. Esto no se puede deshacer.';
const messages = [1, 2, 3].map((seq) => buildMessage(seq, { senderId: ana.uuid }));

/** The messages of the chat, each with the button from which it is deleted. */
function Log() {
  const { data } = useQuery({ ...messagesQuery(chatId), enabled: false });
  const [deleted, setDeleted] = useState<Message | null>(null);
  return (
    <>
      {data?.messages.map((message) => (
        <article key={message.uuid}>
          <button type="button" onClick={() => setDeleted(message)}>
            {message.content}
          </button>
        </article>
      ))}
      {deleted && <DeleteOwnDialog subject={deleted} onClose={() => setDeleted(null)} />}
    </>
  );
}

afterEach(cleanup);

it('asks before an own message goes, and the focus goes to what stands in its place', async () => {
  serve();
  const { queryClient } = show(<Log />);
  queryClient.setQueryData(messagesKey(chatId), { ...emptyWindow, messages });
  const route = `DELETE /chats/messages/${messages[1]?.uuid}`;
  await press('mensaje 2');
  await screen.findByText(QUESTION);
  await press('Cancelar');
  await waitFor(() => expect(screen.queryByText(QUESTION)).toBeNull());
  expect(calls).toEqual([]);
  await press('mensaje 2');
  await screen.findByText(QUESTION);
  await user.click(screen.getByText('Eliminar', { selector: 'button' }));
  await waitFor(() => expect(screen.queryByText('mensaje 2')).toBeNull());
  expect(calls.map((call) => call.route)).toEqual([route]);
  await waitFor(() => expect(document.activeElement?.textContent).toBe('mensaje 3'));
});
