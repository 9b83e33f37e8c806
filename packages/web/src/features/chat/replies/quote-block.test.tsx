import { deletedQuote, erasedPerson, required } from '@chat/contract/checks';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { bruno, buildMessage } from '../../../test/builders.ts';
import { messagesTexts } from '../messages/messages.texts.ts';
import { quoteOf } from '../outbox/outbox.ts';
import { QuoteBlock } from './quote-block.tsx';

const photo = buildMessage(1, {
  type: 'IMAGE',
  content: '',
  mediaUrl: '/api/files/0198a000-0000-7000-8000-0000000000f1',
});
const text = buildMessage(2, { content: 'El viernes' });
const show = () =>
  render(<QuoteBlock quote={quoteOf(photo)} viewerId="" onOpen={() => undefined} />);
/** Draws the quote of an original that was deleted, or whose author was erased. */
const showChanged = (changes: Partial<ReturnType<typeof quoteOf>>) =>
  render(
    <QuoteBlock quote={{ ...quoteOf(text), ...changes }} viewerId="" onOpen={() => undefined} />,
  );
const findPicture = () => document.querySelector('img');

afterEach(cleanup);

describe('QuoteBlock', () => {
  it('of a picture says so and shows its small variant', () => {
    show();
    expect(screen.getByText(bruno.email)).toBeTruthy();
    expect(screen.getByText(messagesTexts.image)).toBeTruthy();
    expect(findPicture()?.getAttribute('src')).toBe(`${photo.mediaUrl}?size=thumb`);
  });

  it('of a picture that has no small variant goes without it', async () => {
    vi.stubGlobal('fetch', async () => new Response(null, { status: 404 }));
    show();
    fireEvent.error(required(findPicture(), 'picture'));
    await waitFor(() => expect(document.querySelector('img, [class*=thumb]')).toBeNull());
    expect(screen.getByText(messagesTexts.image)).toBeTruthy();
  });

  it('of a deleted message says so and leads nowhere, whoever wrote it', () => {
    for (const replyToMessageSenderEmail of [bruno.email, erasedPerson]) {
      showChanged({ replyToMessageContent: deletedQuote, replyToMessageSenderEmail });
      expect(screen.getByText(deletedQuote).className).toContain('gone');
      expect(screen.getByText(replyToMessageSenderEmail)).toBeTruthy();
      expect(screen.queryByRole('button')).toBeNull();
      cleanup();
    }
  });

  it('of an erased person whose messages stay leads to the original as ever', () => {
    showChanged({ replyToMessageSenderEmail: erasedPerson });
    expect(screen.getByText('El viernes').className).not.toContain('gone');
    expect(screen.getByRole('button').textContent).toBe(`${erasedPerson}El viernes`);
  });
});
