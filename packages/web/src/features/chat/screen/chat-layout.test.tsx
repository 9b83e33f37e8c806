import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { ChatLayout } from './chat-layout.tsx';

function Chats({ isSplit }: { isSplit: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  const conversation = (
    <>
      <button type="button" onClick={() => setIsOpen(false)}>
        Volver a la lista
      </button>
      <h1>ana@empresa.local</h1>
    </>
  );
  return (
    <ChatLayout
      isSplit={isSplit}
      list={
        <button type="button" onClick={() => setIsOpen(true)}>
          ana
        </button>
      }
      conversation={isOpen ? conversation : null}
    />
  );
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const focused = () => document.activeElement?.textContent;

afterEach(cleanup);

it('gives the focus to the heading of what takes the place of what had it', async () => {
  render(<Chats isSplit={false} />);
  expect(document.activeElement).toBe(document.body);
  await press('ana');
  await waitFor(() => expect(focused()).toBe('ana@empresa.local'));
  await press('Volver a la lista');
  await waitFor(() => expect(focused()).toBe('Conversaciones'));
});

it('leaves the focus where it is when the conversation opens beside the list', async () => {
  render(<Chats isSplit />);
  await press('ana');
  expect(focused()).toBe('ana');
});
