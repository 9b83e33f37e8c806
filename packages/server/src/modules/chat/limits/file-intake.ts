import type { Intake } from '../../../http/forms.ts';
import type { Viewer } from '../../../http/viewer.ts';
import type { ChatContext } from '../context.ts';
import { isReferenceStored } from '../store/messages.queries.ts';
import { OverLimit } from './over-limit.ts';

// What a form may hold after its file, so that nothing is refused for the length of its fields.
const AFTER_THE_FILE = 4 * 2 ** 10;

interface Announced {
  /** What is left of the form, where its length is known. */
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
