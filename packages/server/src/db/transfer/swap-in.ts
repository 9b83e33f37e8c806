import { access, mkdir, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

export const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

async function moveTo(from: string, to: string): Promise<void> {
  await rename(from, to);
  for (const folder of new Set([dirname(from), dirname(to)])) {
    const handle = await open(folder, 'r');
    await handle.sync().finally(() => handle.close());
  }
}

/** Puts `fresh` in its `place`; what stands there is moved to `aside` first. Gives the way back. */
export async function swapIn(
  fresh: string,
  place: string,
  aside: string | undefined,
): Promise<() => Promise<void>> {
  const isTaken = aside !== undefined && (await isThere(place));
  if (isTaken) {
    await mkdir(dirname(aside), { recursive: true, mode: 0o700 });
    await moveTo(place, aside);
  }
  const goBack = async () => {
    if (isTaken) await moveTo(aside, place);
  };
  try {
    await moveTo(fresh, place);
  } catch (error) {
    await goBack();
    throw error;
  }
  return async () => {
    await moveTo(place, fresh);
    await goBack();
  };
}
