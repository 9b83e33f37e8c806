import { required } from '@chat/contract/checks';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { bruno, buildMessage } from '../../../test/builders.ts';
import { messagesTexts } from '../messages/messages.texts.ts';
import { quoteOf } from '../outbox/outgoing-draft.ts';
import { QuoteBlock } from './quote-block.tsx';

const photo = buildMessage(1, {
  type: 'IMAGE',
  content: '',
  mediaUrl: '/api/files/0198a000-0000-7000-8000-0000000000f1',
});
const show = () =>
  render(<QuoteBlock quote={quoteOf(photo)} viewerId="" onOpen={() => undefined} />);
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
});
