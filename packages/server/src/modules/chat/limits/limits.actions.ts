import type { Answer } from '../../../http/answer.ts';
import type { Intake } from '../../../http/bodies.ts';
import type { Viewer } from '../../../http/viewer.ts';
import type { ChatContext, Claim } from '../context.ts';
import { isReferenceStored } from '../store/messages.queries.ts';
import { OverLimit } from './person-limits.ts';

/** A send, by the name that makes it repeatable. */
export interface Sent {
  chatUuid: string;
  referenceId: string;
}

interface Repeatable<Content> {
  chatUuid: string;
  referenceId: string | null;
  /** Answers what is stored already, and stores nothing; undefined where nothing is. */
  repeat: (sent: Sent) => Promise<Answer<Content> | undefined>;
}

/** Sends what its sender's limits allow; beyond them a repeat is answered as ever (rules/messages 34). */
export async function withinLimits<Content>(
  ctx: ChatContext,
  viewer: Viewer,
  { chatUuid, referenceId, repeat }: Repeatable<Content>,
  send: (claim: Claim) => Promise<Answer<Content>>,
): Promise<Answer<Content>> {
  try {
    return await countSend(ctx, viewer, send);
  } catch (error) {
    if (!(error instanceof OverLimit) || referenceId === null) throw error;
    const answer = await repeat({ chatUuid, referenceId });
    if (!answer) throw error;
    return answer;
  }
}

async function countSend<Content>(
  ctx: ChatContext,
  viewer: Viewer,
  send: (claim: Claim) => Promise<Answer<Content>>,
): Promise<Answer<Content>> {
  const claim = await ctx.limits.enter(viewer.id);
  try {
    const answer = await ctx.limits.runFew(viewer.id, () => send(claim));
    // The message was a repeat.
    if (answer.status === 200) await claim.cancel();
    return answer;
  } catch (error) {
    claim.refund();
    throw error;
  }
}

// Bytes that a form may have after its file, so that no form is refused for the length of its fields.
const AFTER_THE_FILE = 4 * 2 ** 10;

interface Announced {
  /** Bytes of the form that are still to come, where its length is known. */
  left: number;
  /** Undefined while it may still come. */
  referenceId: string | undefined;
  findChat: () => Promise<string>;
}

/**
 * Refuses a file beyond a limit before it is taken in. A repeat's is dropped instead, and so is one whose reference has
 * not come yet: the send decides when all of the form is here.
 */
export function openFileIntake(ctx: ChatContext, viewer: Viewer, announced: Announced): Intake {
  const { left, referenceId, findChat } = announced;
  const receiving = ctx.limits.receive(viewer.id, Math.max(0, left - AFTER_THE_FILE));
  return {
    async admit(bytes) {
      try {
        await receiving.admit(bytes);
        return undefined;
      } catch (error) {
        if (!(error instanceof OverLimit)) throw error;
        if (referenceId === undefined) return error;
        const sent = { chatUuid: await findChat(), senderId: viewer.id, referenceId };
        if (await isReferenceStored(ctx.db, sent)) return error;
        throw error;
      }
    },
    end: receiving.end,
  };
}
