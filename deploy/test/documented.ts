import { readFileSync } from 'node:fs';
import { required } from '@chat/contract/checks';
import { inRepo } from '../../scripts/lib/root.mjs';

const { version }: { version: string } = JSON.parse(readFileSync(inRepo('package.json'), 'utf8'));

/** The text of docs/operations.md under a heading, up to the next heading of its rank. */
function chapter(heading: string): string {
  const text = readFileSync(inRepo('docs/operations.md'), 'utf8');
  const [, ...rest] = text.split(`\n${heading}\n`);
  const rank = required(heading.split(' ')[0], 'rank');
  return required(rest[0], heading).split(new RegExp(`\n#{2,${rank.length}} `))[0] ?? '';
}

/** The commands of a chapter, a block each, for the version that is here. */
export const blocksOf = (heading: string): string[] =>
  [...chapter(heading).matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) =>
    block.replace(/^version=.*$/m, `version=${version}`),
  );

/** The crontab of a chapter: its PATH, and the command behind the five times. */
export function cronOf(heading: string): { path: string; command: string } {
  const [, path, command] =
    /```cron\nPATH=(.*)\n\d+ \d+ \* \* \* (.*)\n```/.exec(chapter(heading)) ?? [];
  return { path: required(path, 'PATH of cron'), command: required(command, 'line of cron') };
}
