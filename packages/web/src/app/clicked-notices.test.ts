import { waitFor } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { takeClicked, writeClicked } from '../features/notifications/shared-notes.ts';
import { askedPage } from '../shared/routes.ts';
import { fakeStores } from '../test/fake-worker.ts';
import { followClicks } from './clicked-notices.ts';
import { followAddress } from './follow.ts';

const workers = new EventTarget();
const say = (data: unknown) => workers.dispatchEvent(new MessageEvent('message', { data }));
let visibility: DocumentVisibilityState;
const address = () => window.location.pathname + window.location.search;
/** As a page that is looked at again. */
function lookAgain(): void {
  visibility = 'visible';
  document.dispatchEvent(new Event('visibilitychange'));
}
const opens = (path: string) => waitFor(() => expect(address()).toBe(path));

beforeAll(() => {
  visibility = 'hidden';
  Object.defineProperty(document, 'visibilityState', { get: () => visibility, configurable: true });
  Object.defineProperty(navigator, 'serviceWorker', { value: workers, configurable: true });
  followClicks();
});
afterAll(() => Reflect.deleteProperty(navigator, 'serviceWorker'));
beforeEach(() => {
  fakeStores();
  visibility = 'hidden';
  window.history.replaceState(null, '', '/groups/g0');
});

// Nothing of the application but its first file is there.
describe('a click on a notification', () => {
  it('is followed by a page that is still loading', async () => {
    say({ open: '/groups/g1?chat=c1', id: 'one' });
    await opens('/groups/g1?chat=c1');
  });

  it('that waits is followed once the page is looked at, by one page alone', async () => {
    await writeClicked({ open: '/groups/g2?chat=c2', id: 'two' });
    expect(address()).toBe('/groups/g0');
    lookAgain();
    await opens('/groups/g2?chat=c2');
    expect(await takeClicked()).toBeNull();
  });

  it('is followed once, though it waits and is said', async () => {
    await writeClicked({ open: '/groups/g3?chat=c3', id: 'three' });
    lookAgain();
    await opens('/groups/g3?chat=c3');
    window.history.pushState(null, '', '/groups/g4');
    say({ open: '/groups/g3?chat=c3', id: 'three' });
    say({ open: '/groups/g5?chat=c5', id: 'five' });
    await opens('/groups/g5?chat=c5');
    window.history.back();
    await opens('/groups/g4');
  });

  it('leads nowhere but to a page of this origin', async () => {
    for (const [at, open] of ['https://otro.example/', '//otro.example/'].entries())
      say({ open, id: `away ${at}` });
    say({ open: '/groups/g6', id: 'six' });
    await opens('/groups/g6');
    window.history.back();
    await opens('/groups/g0');
  });

  it('waits in the address of the sign-in page where nobody is signed in', async () => {
    followAddress();
    say({ open: '/groups/g7?chat=c7', id: 'seven' });
    await waitFor(() => expect(window.location.pathname).toBe('/auth/login'));
    expect(askedPage()).toBe('/groups/g7?chat=c7');
  });
});
