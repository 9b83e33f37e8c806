import { cleanup } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { bruno, buildMessage } from '../../../test/builders.ts';
import { serve, show } from '../../../test/show.tsx';
import { MessageItem } from './message-item.tsx';

afterEach(cleanup);

it.each([
  [true, 'Reenviado'],
  [false, ''],
])(
  'a copy says so above what it says, and nothing of where it comes from: %s',
  (forwarded, note) => {
    serve();
    const message = buildMessage(1, { content: 'La llave', forwarded });
    show(
      <MessageItem message={message} isOwn={false} isFirst isHighlighted={false} viewerId="ana" />,
    );
    const shown = document.querySelector('article')?.textContent?.replace(/\s/g, '');
    expect(shown).toMatch(new RegExp(`^${bruno.email}${note}Lallave\\d`));
  },
);
