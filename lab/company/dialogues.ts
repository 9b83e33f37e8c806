import { type AttachmentName, isAttachment } from './attachments.ts';
import {
  directDialogues,
  everyoneDialogues,
  shownDirectDialogues,
  shownTeamDialogues,
} from './dialogues/shared.texts.ts';
import {
  administrationDialogues,
  salesDialogues,
  serviceDialogues,
  teamDialogues,
  warehouseDialogues,
} from './dialogues/teams.texts.ts';

export interface Line {
  /** `A` begins; `B`, `C`, `D` join in. */
  speaker: string;
  text: string;
  /** Index of the line it replies to. */
  replyTo: number | undefined;
  /** The file that the line carries. */
  attachment: AttachmentName | undefined;
}

export type Dialogue = Line[];

const LINE = /^([A-D])(?:>(\d))?: (?:\[(\w+)\] )?(.+)$/;

/** Reads `B>1: …`: B says it, in reply to the first line; `A: [plano] …`: it carries a floor plan. */
function parseDialogue(written: string): Dialogue {
  return written.split('\n').map((line) => {
    const [, speaker, replied, carried, text] = LINE.exec(line) ?? [];
    const attachment = carried && isAttachment(carried) ? carried : undefined;
    if (!speaker || !text || (carried && !attachment))
      throw new Error(`Not a line of a dialogue: ${line}`);
    return { speaker, text, replyTo: replied ? Number(replied) - 1 : undefined, attachment };
  });
}

export const dialogues = {
  sales: salesDialogues.map(parseDialogue),
  administration: administrationDialogues.map(parseDialogue),
  warehouse: warehouseDialogues.map(parseDialogue),
  service: serviceDialogues.map(parseDialogue),
  team: teamDialogues.map(parseDialogue),
  everyone: everyoneDialogues.map(parseDialogue),
  direct: directDialogues.map(parseDialogue),
};

/** Around pictures and sheets. */
export const shownDialogues = {
  team: shownTeamDialogues.map(parseDialogue),
  direct: shownDirectDialogues.map(parseDialogue),
};

export type Theme = keyof typeof dialogues;
