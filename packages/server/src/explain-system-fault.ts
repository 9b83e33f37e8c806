import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { faultTexts } from './explain-failure.texts.ts';
import { messageOf } from './shared/error-parts.ts';

/** As Node tells that the system refuses something: code, reason, call and path. */
const REFUSED = /\b(E[A-Z]{2,}): [^,\n]+, \w+(?: '([^'\n]*)')?/;
// As PostgreSQL tells it.
const NO_ROOM = /No space left on device|Disk quota exceeded/;
const NO_MEMORY = /out of memory|could not allocate|cannot allocate memory/i;

const texts: Record<string, (path: string) => string> = {
  EACCES: faultTexts.notAllowed,
  EDQUOT: faultTexts.noRoom,
  EIO: faultTexts.diskFails,
  EISDIR: faultTexts.isFolder,
  EMFILE: () => faultTexts.noDescriptors,
  ENFILE: () => faultTexts.noDescriptors,
  ENOENT: faultTexts.notThere,
  ENOMEM: () => faultTexts.noMemory,
  ENOSPC: faultTexts.noRoom,
  ENOTDIR: faultTexts.notThere,
  EPERM: faultTexts.notAllowed,
  EROFS: faultTexts.readOnly,
};

/** What an error, or one that caused it, says in words. An error of another thread or process is nothing but words. */
function wordsOf(error: unknown): string[] {
  const cause = error instanceof Error ? error.cause : undefined;
  return [messageOf(error), ...(cause === undefined ? [] : wordsOf(cause))];
}

/** One line where the machine refuses what every program needs of it; undefined where it does not. */
export function explainSystemFault(error: unknown): string | undefined {
  const words = wordsOf(error).join('\n');
  const [, code = '', path = ''] = REFUSED.exec(words) ?? [];
  const folder = tmpdir();
  if (code === 'ENOENT' && path.startsWith(folder) && !existsSync(folder))
    return faultTexts.noTemporaryFolder(folder);
  const text = texts[code]?.(path);
  if (text !== undefined) return text;
  if (NO_ROOM.test(words)) return faultTexts.noRoom('');
  return NO_MEMORY.test(words) ? faultTexts.noMemory : undefined;
}
