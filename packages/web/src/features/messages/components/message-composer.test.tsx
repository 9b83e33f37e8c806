import { limits } from '@chat/contract/shared/limits';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChosenFile } from '../chosen-file.ts';
import { messagesTexts } from '../messages.texts.ts';
import { MessageComposer } from './message-composer.tsx';

const onSend = vi.fn<(content: string) => void>();
const onFile = vi.fn<(chosen: ChosenFile) => void>();
const show = () => render(<MessageComposer hash="hash" hasFocus onSend={onSend} onFile={onFile} />);
const input = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: messagesTexts.write });
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: messagesTexts.send });

beforeEach(() => {
  localStorage.clear();
  onSend.mockReset();
});
afterEach(cleanup);

describe('MessageComposer', () => {
  it('sends with Enter and empties itself', async () => {
    show();
    await userEvent.type(input(), 'hola{Enter}');
    expect(onSend).toHaveBeenCalledExactlyOnceWith('hola');
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

  it('leaves the Enter of an input method alone', () => {
    show();
    fireEvent.change(input(), { target: { value: 'にほん' } });
    fireEvent.keyDown(input(), { key: 'Enter', isComposing: true });
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
});
