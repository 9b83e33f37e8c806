import type { FileBehind, Notice, RetentionHeld } from '@chat/contract/system';

const counted = (count: number, isMore: boolean, [one, many]: [string, string]): string =>
  `${isMore ? 'más de ' : ''}${count.toLocaleString('es')} ${count === 1 ? one : many}`;

const messages = (held: RetentionHeld) =>
  counted(held.messages, held.isMore, ['mensaje', 'mensajes']);

type NoticeTexts = {
  [Kind in Notice['kind']]: (
    notice: Kind extends 'AUDIT_FILE_BEHIND' ? FileBehind : RetentionHeld,
    time: string,
  ) => { title: string; text: string };
};

const noticeTexts = {
  AUDIT_FILE_BEHIND: (notice, time) => ({
    title: 'El registro de auditoría no llega a su archivo (AUDIT_FILE)',
    text: `Esperan desde ${time}: ${counted(notice.entries, notice.isMore, ['asiento', 'asientos'])}. No se pierde ninguno y nada más se detiene. Avisa a quien lleva el servidor: quizá el disco está lleno o nadie lee la tubería; los asientos se escriben en su orden en cuanto se pueda.`,
  }),
  RETENTION_HELD_BY_CLOCK: (notice, time) => ({
    title: 'No se eliminan mensajes: la hora del servidor no es creíble',
    text: `Su reloj marcaba ${time} cuando se vio. Según él, ya han cumplido el plazo de conservación ${messages(notice)}. Avisa a quien lleva el servidor: si el reloj estaba mal, basta con corregirlo; si está bien, la eliminación sigue sola a los tres días, o ya con la orden «web-chat admin retention run».`,
  }),
  RETENTION_HELD_BY_LIMIT: (notice, time) => ({
    title: 'Hay más mensajes por eliminar de los que se eliminan en un día',
    text: `Ya han cumplido el plazo de conservación, y esperan desde ${time}, ${messages(notice)}. Se eliminan poco a poco, día a día. Si no es lo que esperabas, avisa a quien lleva el servidor, que también puede eliminarlos ya con «web-chat admin retention run».`,
  }),
} satisfies NoticeTexts;

/** The words for a notice. */
export const wordsOf = (notice: Notice, time: string) =>
  notice.kind === 'AUDIT_FILE_BEHIND'
    ? noticeTexts.AUDIT_FILE_BEHIND(notice, time)
    : noticeTexts[notice.kind](notice, time);
