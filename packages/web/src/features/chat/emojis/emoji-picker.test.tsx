import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { fill, show } from '../../../test/show.tsx';
import { EmojiPicker } from './emoji-picker.tsx';

const NONE = 'No emoji has been found!';

afterEach(cleanup);

it('looks for what is written into its field', async () => {
  show(<EmojiPicker onPick={() => undefined} />);
  expect(screen.queryByText(NONE)).toBeNull();
  await fill('Buscar emoji', 'murciélago de Marte');
  await screen.findByText(NONE);
  await fill('Buscar emoji', 'corazón rojo');
  expect(screen.queryByText(NONE)).toBeNull();
});
