import { required } from '@chat/contract/checks';
import { cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { EmojiImage } from './emoji-image.tsx';

afterEach(cleanup);

it('is the character itself once its image has failed, until another emoji takes its place', () => {
  const { container, rerender } = render(<EmojiImage emoji="👍" />);
  const image = () => container.querySelector('img');
  expect(image()?.alt).toBe('👍');
  fireEvent.error(required(image(), 'picture'));
  expect(image()).toBeNull();
  expect(container.textContent).toBe('👍');
  rerender(<EmojiImage emoji="😂" />);
  expect(image()?.alt).toBe('😂');
});
