import { lazyRouteComponent } from '@tanstack/react-router';

/**
 * A page whose code is fetched when it is opened. What cannot be fetched the router answers with a reload, which brings
 * the files of a newer version; while the server is away it would bring the browser's own failure page, and no way on.
 */
export const lazyPage: typeof lazyRouteComponent = (load, exportName) =>
  lazyRouteComponent(
    () =>
      load().catch(async (error: unknown) => {
        if (await isServerThere()) throw error;
        throw new Error('The server is away, and so is the code of this page', { cause: error });
      }),
    exportName,
  );

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
