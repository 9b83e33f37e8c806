import { create } from 'zustand';

const RELOADED_KEY = 'chat.reloaded';

/** Whether the server has a newer page than this one. */
export const useNewVersion = create<{ isThere: boolean }>(() => ({ isThere: false }));

/** A file that could not be had though the server was there: a reload brings it, or what has come in its place. */
export class LostCode extends Error {}

/**
 * The code of a part of the page, asked for twice: the network may have been away for a moment. Browsers differ in whether
 * they ask again at all; some remember for the page's life that a file did not come.
 */
export async function fetchCode<Code>(fetchIt: () => Promise<Code>): Promise<Code> {
  try {
    return await fetchIt();
  } catch (error) {
    if (!(await isServerThere())) throw error;
  }
  try {
    return await fetchIt();
  } catch (error) {
    void lookForNewVersion();
    throw new LostCode('A file of the page is not to be had', { cause: error });
  }
}

const ENTRY = 'script[type=module][src]';
/** No service worker keeps it. */
const ANY_PAGE = '/auth/login';

/** The page says which entry it begins with; that of another version has another name. */
async function lookForNewVersion(): Promise<void> {
  const entry = document.querySelector(ENTRY)?.getAttribute('src');
  const answer = await fetch(ANY_PAGE, { cache: 'no-store' }).catch(() => undefined);
  if (!answer?.ok || !entry) return;
  const page = await answer.text().catch(() => entry);
  if (!page.includes(entry)) useNewVersion.setState({ isThere: true });
}

/**
 * Code that cannot be fetched is that of a version which is no more, and a reload brings the newer one. While the server is
 * away it would bring the browser's own failure page, and no way on.
 */
export async function answerLostCode(error: unknown): Promise<void> {
  if (!(await isServerThere()) || wasReloadedFor(String(error))) throw error;
  window.location.reload();
  // Nothing is drawn any more.
  await new Promise(() => {});
}

/** Once for each: what a reload did not bring the next one will not either. */
function wasReloadedFor(error: string): boolean {
  if (sessionStorage.getItem(RELOADED_KEY) === error) return true;
  sessionStorage.setItem(RELOADED_KEY, error);
  return false;
}

/** Loads the page again, unless that would lose it. */
export async function reloadPage(): Promise<void> {
  if (await isServerThere()) window.location.reload();
}

/** Whatever it answers. */
const isServerThere = () =>
  fetch('/api/config', { cache: 'no-store' }).then(
    () => true,
    () => false,
  );
