import { act, fireEvent } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { bruno, chatId } from '../../../test/builders.ts';
import { beginAnew, input, onFile, onSend, showComposer } from '../../../test/composer.tsx';

beginAnew();

describe('another chat opened in its place', () => {
  it('has its own text, and what was typed in the first is neither shown nor sent there', async () => {
    const { showWith } = showComposer({ hash: 'first' });
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
    const { showWith } = showComposer({ hash: 'first' });
    input().blur();
    showWith({ hash: 'second' });
    expect(document.activeElement).toBe(input());
    input().blur();
    showWith({ hash: 'first', hasFocus: false });
    expect(document.activeElement).not.toBe(input());
  });

  it('keeps the chips of each', async () => {
    const { showWith } = showComposer({ hash: 'first', mentionChatId: chatId });
    await userEvent.type(input(), '@bru{Enter}');
    showWith({ hash: 'second', mentionChatId: null });
    await userEvent.keyboard('hola{Enter}');
    expect(onSend).toHaveBeenLastCalledWith({ content: 'hola', mentions: [] });
    showWith({ hash: 'first' });
    await userEvent.keyboard('{Enter}');
    expect(onSend.mock.lastCall?.[0].mentions).toEqual([bruno]);
  });

  it("gives a pasted file's text back to the chat it came from", async () => {
    const { showWith } = showComposer({ hash: 'first' });
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
