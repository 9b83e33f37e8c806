const RELOADED_KEY = 'chat.reloaded';

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

/**
 * Once for each: what a reload did not bring the next one will not either. Where the browser does not let the page note
 * that, a reload might follow the other for ever, and would lose the session: there is none.
 */
function wasReloadedFor(error: string): boolean {
  try {
    if (sessionStorage.getItem(RELOADED_KEY) === error) return true;
    sessionStorage.setItem(RELOADED_KEY, error);
    return false;
  } catch {
    return true;
  }
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
