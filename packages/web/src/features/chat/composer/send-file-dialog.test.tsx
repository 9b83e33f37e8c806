import { limits, messageErrors } from '@chat/contract/checks';
import type { Message } from '@chat/contract/messages';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildMessage } from '../../../test/builders.ts';
import { insertAsTyped } from '../../../test/fakes.ts';
import { filesTexts } from '../media/files.texts.ts';
import { messagesTexts } from '../messages/messages.texts.ts';
import { SendFileDialog } from './send-file-dialog.tsx';

const onSend = vi.fn<(content: string) => void>();
const onCancel = vi.fn<() => void>();
const pdf = new File(['un informe'], 'informe.pdf');

const onCancelReply = vi.fn<() => void>();
const show = (text = '', maxUploadBytes = 1000, replyTo: Message | null = null) =>
  render(
    <SendFileDialog
      chosen={{ file: pdf, text }}
      {...{ maxUploadBytes, replyTo, onSend, onCancel, onCancelReply }}
    />,
  );
const input = () =>
  screen.getByRole<HTMLTextAreaElement>('textbox', { name: filesTexts.optionalMessage });
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: filesTexts.send });

beforeEach(() => {
  document.execCommand = insertAsTyped;
  onSend.mockReset();
  onCancel.mockReset();
});
afterEach(cleanup);

describe('SendFileDialog', () => {
  it('names the file and its size', () => {
    show();
    expect(screen.getByText('informe.pdf')).toBeTruthy();
    expect(screen.getByText('10 bytes')).toBeTruthy();
  });

  it.each([
    ['foto.JPG', filesTexts.sentBared],
    ['plano.svg', filesTexts.sentAsItIs],
    ['clip.mp4', filesTexts.sentAsItIs],
  ])('says of %s whether it goes with what stands in it', (name, note) => {
    render(
      <SendFileDialog
        chosen={{ file: new File(['x'], name), text: '' }}
        maxUploadBytes={1000}
        replyTo={null}
        {...{ onSend, onCancel, onCancelReply }}
      />,
    );
    expect(screen.getByText(note)).toBeTruthy();
  });

  it('sends with Enter what had been typed and what is typed here', async () => {
    show('mirad');
    await userEvent.type(input(), ' esto{Enter}');
    expect(onSend).toHaveBeenCalledExactlyOnceWith('mirad esto');
  });

  it('says of a file that went away, or changed, that it must be chosen again', async () => {
    const stream = () => new ReadableStream({ pull: () => Promise.reject(new Error('gone')) });
    const gone = Object.assign(new File(['un informe'], 'informe.pdf'), { stream });
    render(
      <SendFileDialog
        chosen={{ file: gone, text: '' }}
        maxUploadBytes={1000}
        replyTo={null}
        {...{ onSend, onCancel, onCancelReply }}
      />,
    );
    expect((await screen.findByRole('alert')).textContent).toBe(messagesTexts.fileChanged);
    expect(button().disabled).toBe(true);
  });

  it('needs no message, and sends none that is blank', async () => {
    show('  ');
    await userEvent.click(button());
    expect(onSend).toHaveBeenCalledExactlyOnceWith('');
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

  it('tells of a file that is too large, and does not send it', async () => {
    show('', 9);
    expect(screen.getByRole('alert').textContent).toBe(messageErrors.fileTooLarge(0));
    expect(button().disabled).toBe(true);
    await userEvent.type(input(), '{Enter}');
    expect(onSend).not.toHaveBeenCalled();
  });

  it('tells of a message that is too long, and does not send it', () => {
    show();
    fireEvent.change(input(), { target: { value: 'x'.repeat(limits.content + 1) } });
    expect(screen.getByText(messageErrors.tooLong)).toBeTruthy();
    expect(button().disabled).toBe(true);
  });

  it('shows what the file answers, and lets go of it without losing the file', async () => {
    show('', 1000, buildMessage(1));
    const bar = screen.getByRole('region', { name: messagesTexts.replyingTo });
    expect(within(bar).getByText('mensaje 1')).toBeTruthy();
    await userEvent.click(within(bar).getByRole('button', { name: messagesTexts.cancelReply }));
    expect(onCancelReply).toHaveBeenCalledOnce();
    expect(onCancel).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(input());
  });

  it('says of no message that it is answered when there is none', () => {
    show();
    expect(screen.queryByRole('region', { name: messagesTexts.replyingTo })).toBeNull();
  });

  it('is left by its buttons, not by Escape', async () => {
    show();
    await userEvent.keyboard('{Escape}');
    expect(onCancel).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: filesTexts.cancel }));
    expect(onCancel).toHaveBeenCalledOnce();
  });
});
