import { limits } from '@chat/contract/checks';
import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { bruno, buildMessage, chatId } from '../../../test/builders.ts';
import { beginAnew, input, onFile, onSend, showComposer } from '../../../test/composer.tsx';
import { messagesTexts } from '../messages/messages.texts.ts';

const button = () => screen.getByRole<HTMLButtonElement>('button', { name: messagesTexts.send });

beginAnew();

describe('MessageComposer', () => {
  it('sends with Enter and empties itself', async () => {
    showComposer();
    await userEvent.type(input(), 'hola{Enter}');
    expect(onSend).toHaveBeenCalledExactlyOnceWith({ content: 'hola', mentions: [] });
    expect(input().value).toBe('');
  });

  it('sends once what is sent twice before it is drawn anew', () => {
    showComposer();
    fireEvent.change(input(), { target: { value: 'hola' } });
    act(() => {
      fireEvent.keyDown(input(), { key: 'Enter' });
      fireEvent.keyDown(input(), { key: 'Enter' });
      fireEvent.click(button());
    });
    expect(onSend).toHaveBeenCalledExactlyOnceWith({ content: 'hola', mentions: [] });
  });

  it.each(['{Shift>}{Enter}{/Shift}', '{Control>}{Enter}{/Control}'])(
    'breaks the line with %s',
    async (keys) => {
      showComposer();
      await userEvent.type(input(), `uno${keys}dos`);
      expect(onSend).not.toHaveBeenCalled();
      expect(input().value).toBe('uno\ndos');
    },
  );

  it('breaks the line where the cursor is', async () => {
    showComposer();
    await userEvent.type(input(), 'unodos');
    input().setSelectionRange(3, 3);
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    expect(input().value).toBe('uno\ndos');
    expect(input().selectionStart).toBe(4);
  });

  it('leaves the Enter of an input method alone', () => {
    showComposer();
    fireEvent.change(input(), { target: { value: 'にほん' } });
    fireEvent.keyDown(input(), { key: 'Enter', isComposing: true });
    fireEvent.keyDown(input(), { key: 'Enter', keyCode: 229 });
    expect(onSend).not.toHaveBeenCalled();
  });

  it('sends nothing that is blank', async () => {
    showComposer();
    await userEvent.type(input(), '   {Enter}');
    expect(onSend).not.toHaveBeenCalled();
    expect(button().disabled).toBe(true);
  });

  it('tells of a text that is too long instead of sending it', () => {
    showComposer();
    fireEvent.change(input(), { target: { value: '😀'.repeat(limits.content) } });
    expect(button().disabled).toBe(false);
    fireEvent.change(input(), { target: { value: '😀'.repeat(limits.content + 1) } });
    expect(button().disabled).toBe(true);
    expect(screen.getByRole('status').textContent).toContain('10 001');
  });

  it('keeps what was typed over a reload', async () => {
    const { unmount } = showComposer();
    await userEvent.type(input(), 'a medias');
    unmount();
    showComposer();
    expect(input().value).toBe('a medias');
  });

  it('puts an emoji where the cursor is, in place of what is selected, and the cursor after it', async () => {
    showComposer({
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
    showComposer();
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

describe('a reply', () => {
  const replyTo = buildMessage(1);
  const onCancelReply = vi.fn<() => void>();

  it('shows who and what is answered and takes the keyboard, without a change of the text', async () => {
    const { showWith } = showComposer({ hasFocus: false });
    await userEvent.type(input(), 'a medias');
    input().blur();
    showWith({ replyTo, onCancelReply });
    expect(screen.getByText(bruno.email)).toBeTruthy();
    expect(screen.getByText(replyTo.content)).toBeTruthy();
    expect(document.activeElement).toBe(input());
    expect(input().value).toBe('a medias');
  });

  it('follows an edit of what is answered without taking the keyboard', () => {
    const { showWith } = showComposer({ replyTo, onCancelReply });
    input().blur();
    const edited = { ...replyTo, content: 'otra cosa', editedAt: '2026-11-21T11:00:00.000Z' };
    showWith({ replyTo: edited });
    expect(screen.getByText('otra cosa')).toBeTruthy();
    expect(document.activeElement).not.toBe(input());
    showWith({ replyTo: { ...edited } });
    expect(document.activeElement).toBe(input());
  });

  it('is cancelled by its button and by Escape, which closes the list of mentions first', async () => {
    showComposer({ replyTo, onCancelReply, mentionChatId: chatId });
    await userEvent.click(screen.getByRole('button', { name: messagesTexts.cancelReply }));
    expect(onCancelReply).toHaveBeenCalledTimes(1);
    expect(document.activeElement).toBe(input());
    await userEvent.type(input(), '@{Escape}');
    expect(onCancelReply).toHaveBeenCalledTimes(1);
    await userEvent.keyboard('{Escape}');
    expect(onCancelReply).toHaveBeenCalledTimes(2);
  });
});
