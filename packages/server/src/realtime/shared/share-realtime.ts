import type { FastifyBaseLogger } from 'fastify';
import type { Realtime, Telling } from '../publish.ts';
import { type Fact, openFactStream } from './fact-stream.ts';
import { createInSequence } from './in-sequence.ts';
import type { SharedRedis } from './open-redis.ts';

/** The same realtime, heard by every process: what one tells, each does with its own sockets, all in one order. */
export async function shareRealtime(
  local: Realtime,
  redis: SharedRedis,
  log: FastifyBaseLogger,
): Promise<Realtime & { close(): Promise<void> }> {
  const tell = ([verb, ...given]: Fact) =>
    (local[verb as keyof Telling] as (...given: unknown[]) => void)(...given);
  const sequence = createInSequence(tell);
  const stream = await openFactStream(
    redis,
    {
      hear: sequence.take,
      missed() {
        log.warn('facts of other processes were missed: clients read again');
        local.readAgain();
      },
    },
    log,
  );
  const telling =
    <Verb extends keyof Telling>(verb: Verb) =>
    (...given: Parameters<Telling[Verb]>) => {
      const [whom] = given;
      if (Array.isArray(whom) && whom.length === 0) return;
      stream.tell([verb, ...given]);
    };
  return {
    ...local,
    publish: telling('publish') as Realtime['publish'],
    join: telling('join'),
    leave: telling('leave'),
    async endSessions(sessionIds, reason) {
      if (sessionIds.length > 0) await stream.tellSurely(['endSessions', sessionIds, reason]);
    },
    changeUsers: telling('changeUsers'),
    readAgain: telling('readAgain'),
    isCutOff: stream.isCutOff,
    check: redis.check,
    async close() {
      await stream.close();
      sequence.close();
    },
  };
}
