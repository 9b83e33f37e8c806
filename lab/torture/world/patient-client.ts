import { Client, type Reply } from '../../../packages/server/test/client.ts';

const ATTEMPT_MS = 8_000;
const PAUSE_MS = 100;

/** Away for now (rules/api 6), or a proxy says so in its place: asking again later is all that helps. */
export const isPassing = (status: number) => [429, 502, 503, 504].includes(status);

export const pause = (ms: number) => new Promise<void>((later) => setTimeout(later, ms));

/** A client that asks until it is answered. For what may be repeated without harm alone. */
export class PatientClient extends Client {
  private isLeaving = false;

  /** Whatever it still asks comes to an end. */
  leave(): void {
    this.isLeaving = true;
  }

  override async request<Content = unknown>(
    ...args: Parameters<Client['request']>
  ): Promise<Reply<Content>> {
    for (;;) {
      const reply = await Promise.race([
        super.request<Content>(...args).catch(() => undefined),
        pause(ATTEMPT_MS),
      ]);
      if (reply && !isPassing(reply.status)) return reply;
      if (this.isLeaving) throw new Error('Left without an answer');
      await pause(PAUSE_MS);
    }
  }
}
