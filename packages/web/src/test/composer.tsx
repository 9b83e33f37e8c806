import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import type { ComponentProps, ReactNode } from 'react';
import { afterEach, beforeEach, vi } from 'vitest';
import type { ChosenFile } from '../features/chat/composer/composer-actions.ts';
import { MessageComposer } from '../features/chat/composer/message-composer.tsx';
import { messagesTexts } from '../features/chat/messages/messages.texts.ts';
import type { TextDraft } from '../features/chat/outbox/outbox.ts';
import { setCurrentUser } from '../shared/session.ts';
import { ana, bruno, chatId } from './builders.ts';
import { insertAsTyped } from './fakes.ts';

type Props = Partial<ComponentProps<typeof MessageComposer>>;

export const carla = { uuid: 'carla', email: 'carla@empresa.local' };

export const onSend = vi.fn<(typed: TextDraft) => void>();
export const onFile = vi.fn<(chosen: ChosenFile) => void>();
let queryClient: QueryClient;

/** A composer of Ana's; Bruno and Carla are in the chat with her. */
export function showComposer(props: Props = {}) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  );
  const whole = (more: Props) => (
    <MessageComposer hash="hash" hasFocus onSend={onSend} onFile={onFile} {...props} {...more} />
  );
  const { rerender, unmount } = render(whole({}), { wrapper });
  return { unmount, showWith: (more: Props) => rerender(whole(more)) };
}

export const input = () =>
  screen.getByRole<HTMLTextAreaElement>('textbox', { name: messagesTexts.write });

/** Each test begins with nothing typed and nothing sent. */
export function beginAnew(): void {
  beforeEach(() => {
    document.execCommand = insertAsTyped;
    localStorage.clear();
    onSend.mockReset();
    onFile.mockReset();
    setCurrentUser(ana);
    queryClient = new QueryClient();
    const people = [{ uuid: ana.uuid, email: ana.email }, bruno, carla];
    queryClient.setQueryData(['groups', 'chat', chatId, 'participants'], people);
  });
  afterEach(cleanup);
}
