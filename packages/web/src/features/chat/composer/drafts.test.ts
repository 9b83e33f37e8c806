import { beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetPeople } from '../../../shared/forget-people.ts';
import { setCurrentUser, useSession } from '../../../shared/session.ts';
import { ana, bruno, hash } from '../../../test/builders.ts';
import { chipText, emptyDraft } from '../mentions/chips.ts';
import { readDraft, writeDraft } from './drafts.ts';

const draft = { text: `${chipText(bruno)} hola`, chips: [{ ...bruno, start: 0 }] };

beforeEach(() => {
  localStorage.clear();
  setCurrentUser(ana);
});

describe('drafts', () => {
  it('keep a text with its mentions, and nothing of an empty one', () => {
    writeDraft(hash, draft);
    expect(readDraft(hash)).toMatchObject(draft);
    writeDraft(hash, emptyDraft);
    expect(localStorage.length).toBe(0);
  });

  it('take no mention whose e-mail does not stand in the text', () => {
    writeDraft(hash, { ...draft, text: 'otra cosa' });
    expect(readDraft(hash)).toMatchObject({ text: 'otra cosa', chips: [] });
  });

  it('are forgotten altogether with their user', () => {
    writeDraft(hash, draft);
    forgetPeople();
    expect(localStorage.length).toBe(0);
  });

  it("are written in nobody else's name", () => {
    useSession.setState({ user: null });
    writeDraft(hash, draft);
    expect(localStorage.length).toBe(0);
  });
});

describe('drafts of several tabs', () => {
  const text = (typed: string) => ({ text: typed, chips: [] });
  /** Another tab of the same browser, for the same user. */
  async function openTab() {
    sessionStorage.clear();
    vi.resetModules();
    const session = await import('../../../shared/session.ts');
    session.setCurrentUser(ana);
    return import('./drafts.ts');
  }

  it('are kept side by side: what one sends leaves the others', async () => {
    const [first, second] = [await openTab(), await openTab()];
    first.writeDraft(hash, text('uno'));
    second.writeDraft(hash, text('dos'));
    first.writeDraft(hash, emptyDraft);
    expect(second.readDraft(hash).text).toBe('dos');
  });

  it('are shown in a new tab, the newest first, and none is lost', async () => {
    const [first, second] = [await openTab(), await openTab()];
    vi.spyOn(Date, 'now').mockReturnValueOnce(1).mockReturnValueOnce(2);
    first.writeDraft(hash, text('uno'));
    second.writeDraft(hash, text('dos'));
    const third = await openTab();
    expect(third.readDraft(hash).text).toBe('dos');
    third.writeDraft(hash, emptyDraft);
    expect(third.readDraft(hash).text).toBe('uno');
  });

  it('stay in a tab from which another one takes them over', async () => {
    const first = await openTab();
    first.writeDraft(hash, text('uno'));
    const second = await openTab();
    expect(second.readDraft(hash).text).toBe('uno');
    const [key = ''] = Object.keys(localStorage);
    second.writeDraft(hash, text('dos'));
    window.dispatchEvent(new StorageEvent('storage', { key, newValue: null }));
    expect(first.readDraft(hash).text).toBe('uno');
    expect(second.readDraft(hash).text).toBe('dos');
  });
});
