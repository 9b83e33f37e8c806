import { describe, expect, it } from 'vitest';
import { AVATAR_TONES, avatarTone, initials } from '../ui/person.tsx';

describe('initials', () => {
  it.each([
    ['ana.perez@empresa.local', 'AP'],
    ['ana@empresa.local', 'AN'],
    ['josé_luis@empresa.local', 'JL'],
    ['x@empresa.local', 'X'],
    ['@empresa.local', '?'],
  ])('of %s are %s', (email, letters) => {
    expect(initials(email)).toBe(letters);
  });
});

describe('avatarTone', () => {
  it('is the same for an e-mail however it is written', () => {
    expect(avatarTone('Ana@Empresa.local')).toBe(avatarTone('ana@empresa.local'));
  });

  it('is shared by few of those whose names are alike', () => {
    const tones = ['ana', 'bea', 'eva', 'ada', 'ane'].map((name) => avatarTone(`${name}@a.es`));
    expect(new Set(tones).size).toBeGreaterThan(3);
  });

  it('stays within the tones there are', () => {
    const tones = Array.from({ length: 200 }, (_, n) => avatarTone(`persona${n}@empresa.local`));
    expect(new Set(tones).size).toBe(AVATAR_TONES);
    expect(Math.max(...tones)).toBeLessThan(AVATAR_TONES);
  });
});
