import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { setCurrentUser } from '../../../shared/session.ts';
import { ana, buildMessage } from '../../../test/builders.ts';
import { pressIcon, serve, show } from '../../../test/show.tsx';
import { ReactionPicker } from './reaction-picker.tsx';

afterEach(cleanup);

it('offers six, and all others behind a button', async () => {
  serve();
  setCurrentUser(ana);
  show(
    <ReactionPicker
      message={buildMessage(1)}
      anchor={document.body}
      renderEmojis={() => <p>todos los demás</p>}
      onClose={() => {}}
    />,
  );
  const offered = [...document.querySelectorAll('[aria-pressed]')].map((one) =>
    one.getAttribute('aria-label'),
  );
  expect(offered.map((label) => label?.split(' ')[0])).toEqual(['👍', '❤️', '😂', '😮', '😢', '😡']);
  await pressIcon('Más emojis');
  expect(screen.getByText('todos los demás')).toBeTruthy();
});
