import { describe, expect, it } from 'vitest';
import { bruno } from '../../../test/builders.ts';
import { chipText } from './chips.ts';
import { findParticipants, mentionQueryAt } from './mention-search.ts';

const plain = (text: string) => ({ text, chips: [] });
const queryIn = (text: string) => mentionQueryAt(plain(text), text.length);

describe('mentionQueryAt', () => {
  it.each([
    ['@', { start: 0, text: '' }],
    ['hola @bru', { start: 5, text: 'bru' }],
    ['hola\n@b', { start: 5, text: 'b' }],
    ['@bruno@emp', { start: 0, text: 'bruno@emp' }],
  ])('searches in %j', (text, query) => {
    expect(queryIn(text)).toEqual(query);
  });

  it.each(['hola', 'a@b', 'correo@empresa', '@bruno y', '(@b', ''])(
    'does not search in %j',
    (text) => {
      expect(queryIn(text)).toBeNull();
    },
  );

  it('looks no further than the cursor', () => {
    expect(mentionQueryAt(plain('a @bruno'), 4)).toEqual({ start: 2, text: 'b' });
  });

  it('does not search in a chip that was picked', () => {
    const draft = { text: chipText(bruno), chips: [{ ...bruno, start: 0 }] };
    expect(mentionQueryAt(draft, draft.text.length)).toBeNull();
    expect(mentionQueryAt(draft, 3)).toBeNull();
  });
});

describe('findParticipants', () => {
  const emails = ['zoe@empresa.local', 'Bruno@empresa.local', 'ana.bruna@empresa.local'];
  const people = emails.map((email) => ({ uuid: email, email }));
  const found = (text: string, max = 10) =>
    findParticipants(people, text, max).map(({ email }) => email);

  it('finds a part of an e-mail whatever the case, beginnings first', () => {
    expect(found('BRUN')).toEqual(['Bruno@empresa.local', 'ana.bruna@empresa.local']);
    expect(found('empresa')).toHaveLength(3);
    expect(found('nadie')).toEqual([]);
  });

  it('gives no more than are shown', () => {
    expect(found('', 2)).toHaveLength(2);
  });

  it('goes through two thousand people without delay', () => {
    const many = Array.from({ length: 2_000 }, (_, number) => ({
      uuid: String(number),
      email: `persona.${number}@empresa.local`,
    }));
    expect(findParticipants(many, '.1999', 20)).toHaveLength(1);
  });
});
