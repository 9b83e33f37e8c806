import { beforeEach, describe, expect, it } from 'vitest';
import { setCurrentUser } from '../../../shared/session.ts';
import { ana, bruno, hash } from '../../../test/builders.ts';
import { chipText, emptyDraft } from '../mentions/chips.ts';
import { clearDrafts, readDraft, writeDraft } from './drafts.ts';

const draft = { text: `${chipText(bruno)} hola`, chips: [{ ...bruno, start: 0 }] };

beforeEach(() => {
  localStorage.clear();
  setCurrentUser(ana);
});

describe('drafts', () => {
  it('keep a text with its mentions, and nothing of an empty one', () => {
    writeDraft(hash, draft);
    expect(readDraft(hash)).toEqual(draft);
    writeDraft(hash, emptyDraft);
    expect(localStorage.length).toBe(0);
  });

  it('read a text that an earlier version of the page kept', () => {
    writeDraft(hash, { text: 'a medias', chips: [] });
    expect(localStorage.length).toBe(1);
    expect(readDraft(hash)).toEqual({ text: 'a medias', chips: [] });
  });

  it('take no mention whose e-mail does not stand in the text', () => {
    writeDraft(hash, { ...draft, text: 'otra cosa' });
    expect(readDraft(hash)).toEqual({ text: 'otra cosa', chips: [] });
  });

  it('are forgotten altogether with their user', () => {
    writeDraft(hash, draft);
    clearDrafts(ana.uuid);
    expect(localStorage.length).toBe(0);
  });
});
