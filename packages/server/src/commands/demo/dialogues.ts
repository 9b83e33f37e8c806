import { administrationDialogues } from './dialogues/administration.texts.ts';
import { directDialogues } from './dialogues/direct.texts.ts';
import { everyoneDialogues } from './dialogues/everyone.texts.ts';
import { salesDialogues } from './dialogues/sales.texts.ts';
import { serviceDialogues } from './dialogues/service.texts.ts';
import { teamDialogues } from './dialogues/team.texts.ts';
import { warehouseDialogues } from './dialogues/warehouse.texts.ts';

export interface Line {
  /** `A` begins; `B`, `C`, `D` join in. */
  speaker: string;
  text: string;
  /** Index of the line it replies to. */
  replyTo: number | undefined;
}

export type Dialogue = Line[];

const LINE = /^([A-D])(?:>(\d))?: (.+)$/;

/** Reads `B>1: …`: B says it, in reply to the first line. */
function parseDialogue(written: string): Dialogue {
  return written.split('\n').map((line) => {
    const [, speaker, replied, text] = LINE.exec(line) ?? [];
    if (!speaker || !text) throw new Error(`Not a line of a dialogue: ${line}`);
    return { speaker, text, replyTo: replied ? Number(replied) - 1 : undefined };
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

export type Theme = keyof typeof dialogues;
