import { cleanup, screen } from '@testing-library/react';
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

it("says of own messages 'Tú', of others' who sent them", () => {
  serve();
  const draw = (isOwn: boolean) => {
    cleanup();
    const message = buildMessage(1, { content: 'La llave' });
    show(
      <MessageItem message={message} isOwn={isOwn} isFirst isHighlighted={false} viewerId="ana" />,
    );
    return document.querySelector('article')?.textContent;
  };
  expect(draw(true)).toMatch(/^TúLa llave/);
  expect(draw(false)).toMatch(/^bruno@empresa\.localLa llave/);
});

it.each([
  ['SENT', 'Enviado'],
  ['DELIVERED', 'Entregado'],
  ['SEEN', 'Visto'],
] as const)('reads as far as an own message has come: %s', (status, name) => {
  serve();
  const message = buildMessage(1, { status });
  show(<MessageItem message={message} isOwn isFirst isHighlighted={false} viewerId="ana" />);
  expect(screen.getByRole('img').getAttribute('aria-label')).toBe(name);
});
