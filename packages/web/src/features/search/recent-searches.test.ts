import { beforeEach, describe, expect, it } from 'vitest';
import { forgetPeople } from '../../shared/forget-people.ts';
import { setCurrentUser } from '../../shared/session.ts';
import { ana, bruno } from '../../test/builders.ts';
import {
  clearRecents,
  loadRecents,
  rememberSearch,
  removeRecent,
  useRecentSearches,
} from './search-view.ts';

const recents = () => useRecentSearches.getState().texts;

beforeEach(() => {
  localStorage.clear();
  setCurrentUser(ana);
  loadRecents();
});

describe('recent searches', () => {
  it('hold the newest first, each once, and no more than eight', () => {
    for (let number = 1; number <= 12; number += 1) rememberSearch(`factura ${number}`);
    rememberSearch(' factura 9 ');
    rememberSearch('  ');
    expect(recents()).toEqual([9, 12, 11, 10, 8, 7, 6, 5].map((number) => `factura ${number}`));
  });

  it('are read again on the same device, by their user alone', () => {
    rememberSearch('vacaciones');
    setCurrentUser({ ...ana, ...bruno });
    loadRecents();
    expect(recents()).toEqual([]);
    setCurrentUser(ana);
    loadRecents();
    expect(recents()).toEqual(['vacaciones']);
  });

  it('are removed one by one or all at once', () => {
    for (const text of ['uno', 'dos', 'tres']) rememberSearch(text);
    removeRecent('dos');
    expect(recents()).toEqual(['tres', 'uno']);
    clearRecents();
    expect(recents()).toEqual([]);
    expect(localStorage.length).toBe(0);
  });

  it('go with the user who takes leave of the browser', () => {
    rememberSearch('nómina');
    forgetPeople();
    expect(localStorage.length).toBe(0);
  });

  it('are none where what is stored is no list of texts', () => {
    for (const stored of ['{"a":1}', 'no es JSON', '[1,null]']) {
      localStorage.setItem(`chat.searches.${ana.uuid}`, stored);
      loadRecents();
      expect(recents()).toEqual([]);
    }
  });
});
