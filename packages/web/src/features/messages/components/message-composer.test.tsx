import { limits } from '@chat/contract/shared/limits';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentProps, ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setCurrentUser } from '../../../shared/session.ts';
import { ana, bruno, buildMessage, chatId } from '../../../test/builders.ts';
import { insertAsTyped } from '../../../test/insert-as-typed.ts';
import type { ChosenFile } from '../chosen-file.ts';
import { messagesTexts } from '../messages.texts.ts';
import type { Typed } from '../written.ts';
import { MessageComposer } from './message-composer.tsx';

const carla = { uuid: 'carla', email: 'carla@empresa.local' };
const options = () => screen.queryAllByRole('option').map((option) => option.textContent);

const onSend = vi.fn<(typed: Typed) => void>();
const onFile = vi.fn<(chosen: ChosenFile) => void>();
const onCancelReply = vi.fn<() => void>();
let queryClient: QueryClient;

const show = (props: Partial<ComponentProps<typeof MessageComposer>> = {}) => {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  );
  const whole = (more: typeof props) => (
    <MessageComposer hash="hash" hasFocus onSend={onSend} onFile={onFile} {...props} {...more} />
  );
  const { rerender, unmount } = render(whole({}), { wrapper });
  return { unmount, showWith: (more: typeof props) => rerender(whole(more)) };
};
const input = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: messagesTexts.write });
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: messagesTexts.send });

beforeEach(() => {
  document.execCommand = insertAsTyped;
  localStorage.clear();
  onSend.mockReset();
  onFile.mockReset();
  onCancelReply.mockReset();
  setCurrentUser(ana);
  queryClient = new QueryClient();
  const people = [{ uuid: ana.uuid, email: ana.email }, bruno, carla];
  queryClient.setQueryData(['groups', 'chat', chatId, 'participants'], people);
});
afterEach(cleanup);

describe('MessageComposer', () => {
  it('sends with Enter and empties itself', async () => {
    show();
    await userEvent.type(input(), 'hola{Enter}');
    expect(onSend).toHaveBeenCalledExactlyOnceWith({ content: 'hola', mentions: [] });
    expect(input().value).toBe('');
  });

  it.each(['{Shift>}{Enter}{/Shift}', '{Control>}{Enter}{/Control}'])(
    'breaks the line with %s',
    async (keys) => {
      show();
      await userEvent.type(input(), `uno${keys}dos`);
      expect(onSend).not.toHaveBeenCalled();
      expect(input().value).toBe('uno\ndos');
    },
  );

  it('breaks the line where the cursor is', async () => {
    show();
    await userEvent.type(input(), 'unodos');
    input().setSelectionRange(3, 3);
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    expect(input().value).toBe('uno\ndos');
    expect(input().selectionStart).toBe(4);
  });

  it('leaves the Enter of an input method alone', () => {
    show();
    fireEvent.change(input(), { target: { value: 'にほん' } });
    fireEvent.keyDown(input(), { key: 'Enter', isComposing: true });
    fireEvent.keyDown(input(), { key: 'Enter', keyCode: 229 });
    expect(onSend).not.toHaveBeenCalled();
  });

  it('sends nothing that is blank', async () => {
    show();
    await userEvent.type(input(), '   {Enter}');
    expect(onSend).not.toHaveBeenCalled();
    expect(button().disabled).toBe(true);
  });

  it('tells of a text that is too long instead of sending it', () => {
    show();
    fireEvent.change(input(), { target: { value: '😀'.repeat(limits.content) } });
    expect(button().disabled).toBe(false);
    fireEvent.change(input(), { target: { value: '😀'.repeat(limits.content + 1) } });
    expect(button().disabled).toBe(true);
    expect(screen.getByRole('status').textContent).toContain('10 001');
  });

  it('keeps what was typed over a reload', async () => {
    const { unmount } = show();
    await userEvent.type(input(), 'a medias');
    unmount();
    show();
    expect(input().value).toBe('a medias');
  });

  it('puts an emoji where the cursor is, in place of what is selected, and the cursor after it', async () => {
    show({
      renderEmojis: (insert) => (
        <button type="button" onClick={() => insert('👋')}>
          saludo
        </button>
      ),
    });
    await userEvent.type(input(), 'hola mundo');
    input().setSelectionRange(4, 5);
    await userEvent.click(screen.getByRole('button', { name: 'saludo' }));
    expect(input().value).toBe('hola👋mundo');
    expect(input().selectionStart).toBe(6);
    expect(document.activeElement).toBe(input());
  });

  it('hands a pasted image over with the typed text, and takes that back when it is not sent', async () => {
    show();
    await userEvent.type(input(), 'mira esto');
    const file = new File(['x'], 'foto.png', { type: 'image/png' });
    fireEvent.paste(input(), { clipboardData: { files: [file], getData: () => '' } });
    expect(input().value).toBe('');
    const chosen = onFile.mock.calls[0]?.[0];
    expect(chosen).toMatchObject({ file, text: 'mira esto' });
    act(() => chosen?.giveBack?.());
    expect(input().value).toBe('mira esto');
  });
});

describe('a mention', () => {
  const showGroup = () => show({ mentionChatId: chatId });

  it('is searched among the others of the chat by a part of their e-mail', async () => {
    showGroup();
    await userEvent.type(input(), 'hola @');
    expect(options()).toEqual([bruno.email, carla.email]);
    await userEvent.type(input(), 'CARL');
    expect(options()).toEqual([carla.email]);
    await userEvent.type(input(), 'x');
    expect(screen.queryByRole('listbox')).toBeNull();
  });

  it('is offered in a group chat only', async () => {
    show();
    await userEvent.type(input(), '@');
    expect(screen.queryByRole('listbox')).toBeNull();
  });

  it.each(['{Enter}', '{Tab}'])(
    'is picked with the arrows and %s, and sent with its user',
    async (key) => {
      showGroup();
      await userEvent.type(input(), `@{ArrowDown}${key}hola`);
      expect(onSend).not.toHaveBeenCalled();
      expect(input().value).toBe(`@${carla.email} hola`);
      await userEvent.keyboard('{Enter}');
      expect(onSend).toHaveBeenCalledExactlyOnceWith({
        content: `@${carla.email} hola`,
        mentions: [carla],
      });
    },
  );

  it('is picked with the pointer, which leaves the keyboard in the text', async () => {
    showGroup();
    await userEvent.type(input(), '@bru');
    await userEvent.click(screen.getByRole('option', { name: bruno.email }));
    expect(input().value).toBe(`@${bruno.email} `);
    expect(document.activeElement).toBe(input());
    expect(screen.queryByRole('listbox')).toBeNull();
  });

  it('names the option that the keyboard is on', async () => {
    showGroup();
    await userEvent.type(input(), '@{ArrowUp}');
    const active = input().getAttribute('aria-activedescendant');
    expect(document.getElementById(active ?? '')?.textContent).toBe(carla.email);
  });

  it('is left alone after Escape until the next @', async () => {
    showGroup();
    await userEvent.type(input(), '@b{Escape}r');
    expect(screen.queryByRole('listbox')).toBeNull();
    await userEvent.type(input(), ' @');
    expect(screen.getByRole('listbox')).toBeTruthy();
  });

  it('goes as a whole, with its user, even where only its last letter could be deleted', async () => {
    showGroup();
    await userEvent.type(input(), '@bru{Enter}@car{Enter}');
    const both = `@${bruno.email} @${carla.email}`;
    fireEvent.change(input(), { target: { value: both } });
    fireEvent.change(input(), { target: { value: both.slice(0, -1) } });
    expect(input().value).toBe(`@${bruno.email} `);
    fireEvent.keyDown(input(), { key: 'Enter' });
    expect(onSend).toHaveBeenCalledExactlyOnceWith({
      content: `@${bruno.email} `,
      mentions: [bruno],
    });
  });

  it('is kept over a reload', async () => {
    const { unmount } = showGroup();
    await userEvent.type(input(), '@bru{Enter}');
    unmount();
    showGroup();
    await userEvent.type(input(), 'hola{Enter}');
    expect(onSend.mock.calls[0]?.[0].mentions).toEqual([bruno]);
  });
});

describe('a reply', () => {
  const replyTo = buildMessage(1);

  it('shows who and what is answered and takes the keyboard, without a change of the text', async () => {
    const { showWith } = show({ hasFocus: false });
    await userEvent.type(input(), 'a medias');
    input().blur();
    showWith({ replyTo, onCancelReply });
    expect(screen.getByText(bruno.email)).toBeTruthy();
    expect(screen.getByText(replyTo.content)).toBeTruthy();
    expect(document.activeElement).toBe(input());
    expect(input().value).toBe('a medias');
  });

  it('is cancelled by its button and by Escape, which closes the list of mentions first', async () => {
    show({ replyTo, onCancelReply, mentionChatId: chatId });
    await userEvent.click(screen.getByRole('button', { name: messagesTexts.cancelReply }));
    expect(onCancelReply).toHaveBeenCalledTimes(1);
    expect(document.activeElement).toBe(input());
    await userEvent.type(input(), '@{Escape}');
    expect(onCancelReply).toHaveBeenCalledTimes(1);
    await userEvent.keyboard('{Escape}');
    expect(onCancelReply).toHaveBeenCalledTimes(2);
  });
});

describe('another chat opened in its place', () => {
  it('has its own text, and what was typed in the first is neither shown nor sent there', async () => {
    const { showWith } = show({ hash: 'first' });
    await userEvent.type(input(), 'para la primera');
    const inFirst = input();
    showWith({ hash: 'second' });
    expect(input()).toBe(inFirst);
    expect(input().value).toBe('');
    await userEvent.keyboard('{Enter}');
    expect(onSend).not.toHaveBeenCalled();
    await userEvent.keyboard('para la segunda{Enter}');
    expect(onSend).toHaveBeenCalledExactlyOnceWith({ content: 'para la segunda', mentions: [] });
    showWith({ hash: 'first' });
    expect(input().value).toBe('para la primera');
  });

  it('takes the focus where it did so at first, and leaves it elsewhere', () => {
    const { showWith } = show({ hash: 'first' });
    input().blur();
    showWith({ hash: 'second' });
    expect(document.activeElement).toBe(input());
    input().blur();
    showWith({ hash: 'first', hasFocus: false });
    expect(document.activeElement).not.toBe(input());
  });

  it('keeps the chips of each', async () => {
    const { showWith } = show({ hash: 'first', mentionChatId: chatId });
    await userEvent.type(input(), '@bru{Enter}');
    showWith({ hash: 'second', mentionChatId: null });
    await userEvent.keyboard('hola{Enter}');
    expect(onSend).toHaveBeenLastCalledWith({ content: 'hola', mentions: [] });
    showWith({ hash: 'first' });
    await userEvent.keyboard('{Enter}');
    expect(onSend.mock.lastCall?.[0].mentions).toEqual([bruno]);
  });

  it("gives a pasted file's text back to the chat it came from", async () => {
    const { showWith } = show({ hash: 'first' });
    await userEvent.type(input(), 'con la foto');
    const file = new File(['x'], 'foto.png', { type: 'image/png' });
    fireEvent.paste(input(), { clipboardData: { files: [file], items: [], types: ['Files'] } });
    showWith({ hash: 'second' });
    act(() => onFile.mock.lastCall?.[0].giveBack?.());
    expect(input().value).toBe('');
    showWith({ hash: 'first' });
    expect(input().value).toBe('con la foto');
  });
});
