import { appliedEdit, editedAfter, requoted } from './messages.apply.ts';
import type { Message } from './messages.schema.ts';

/** Edits overtake each other, and what they are about, by moments: far more than are under way at once. */
const MAX_HELD = 200;

/** The newest edit of each message, for what comes late: an older edit, the message itself, a reply that quotes it. */
export class LatestEdits {
  private readonly newest = new Map<string, Message>();

  /** False for an edit that is known already, or followed by another one. */
  record(edited: Message): boolean {
    const before = this.newest.get(edited.uuid);
    if (before && !editedAfter(edited, before)) return false;
    this.newest.delete(edited.uuid);
    this.newest.set(edited.uuid, edited);
    const [oldest] = this.newest.keys();
    if (this.newest.size > MAX_HELD && oldest !== undefined) this.newest.delete(oldest);
    return true;
  }

  /** The message that arrived, with all that was edited meanwhile. */
  applyTo(arrived: Message): Message {
    const edit = this.newest.get(arrived.uuid);
    const original = this.newest.get(arrived.replyToMessageUuid ?? '');
    const said = edit ? appliedEdit(arrived, edit) : arrived;
    return original ? requoted(said, original) : said;
  }
}
