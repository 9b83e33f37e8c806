import { once } from 'node:events';
import { makePrivate } from '../config/refused-settings.ts';
import { TransferRefusal } from '../db/transfer/tables.ts';
import { explainFailure } from '../explain-failure.ts';
import { codeOf, exitCodes, messageOf, UsageError } from '../shared/errors.ts';
import { backupTexts } from './commands.texts.ts';

/** One line where the reason is one that the operator can mend, such as a full disk or a server that is not there. */
export function explainCommandFailure(error: unknown): unknown {
  if (error instanceof TransferRefusal) return error.message;
  const explained = explainFailure(error);
  if (typeof explained === 'string') return explained;
  return codeOf(error) === '' ? error : messageOf(error);
}

/** Aborts `work` when the operator interrupts, so that half-done files are removed; npm passes a terminal's signal on once more. */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const abort = () => controller.abort(new TransferRefusal(backupTexts.interrupted));
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const name of signals) process.on(name, abort);
  try {
    return await work(controller.signal);
  } finally {
    for (const name of signals) process.off(name, abort);
  }
}

/** A reader that is slower than we are keeps no more than a line in memory. */
async function say(line: string): Promise<void> {
  console.log(line);
  if (process.stdout.writableNeedDrain) await once(process.stdout, 'drain');
}

/** Prints the lines that `work` gives, part by part, or why there are none; gives the exit code. */
export async function runCommandLine(
  work: () => AsyncIterable<string[]> | Promise<string[]>[],
  seeHelp: string,
  explain = explainCommandFailure,
): Promise<number> {
  makePrivate();
  try {
    for await (const lines of work()) for (const line of lines) await say(line);
    return exitCodes.done;
  } catch (error) {
    if (error instanceof UsageError) {
      console.error(`${error.message}\n${seeHelp}`);
      return exitCodes.misused;
    }
    console.error(explain(error));
    return exitCodes.failed;
  }
}
