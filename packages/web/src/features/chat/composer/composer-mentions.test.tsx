import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { bruno, chatId } from '../../../test/builders.ts';
import { beginAnew, carla, input, onSend, showComposer } from '../../../test/composer.tsx';

const options = () => screen.queryAllByRole('option').map((option) => option.textContent);

beginAnew();

describe('a mention', () => {
  const showGroup = () => showComposer({ mentionChatId: chatId });

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
    showComposer();
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
