import type { LightSocket } from './light-socket.ts';

/** As the page: at once, and while more come no more often. */
const INTERVAL_MS = 1_000;

interface Reader {
  event: 'seen' | 'delivered';
  /** By chat. */
  marks: Map<string, Mark>;
}

interface Mark {
  /** Undefined: nothing has come since it was last sent. */
  upToSeq: number | undefined;
  isResting: boolean;
}

/** Tells the server of each message that a socket hears as the page does; every other page shows the chat. */
export function createReceipts(): (socket: LightSocket, text: string) => void {
  const readers = new WeakMap<LightSocket, Reader>();
  let count = 0;
  const newReader = (): Reader => ({
    event: count++ % 2 === 0 ? 'seen' : 'delivered',
    marks: new Map(),
  });
  function emitReceipt(socket: LightSocket, reader: Reader, chatId: string): void {
    const mark = reader.marks.get(chatId);
    if (!mark || mark.isResting || mark.upToSeq === undefined) return;
    socket.send(reader.event, { chatId, upToSeq: mark.upToSeq });
    mark.upToSeq = undefined;
    mark.isResting = true;
    setTimeout(() => {
      mark.isResting = false;
      emitReceipt(socket, reader, chatId);
    }, INTERVAL_MS).unref();
  }
  return (socket, text) => {
    const [, chatId, seq] = /"chatId":"([^"]+)".*?"seq":(\d+)/.exec(text) ?? parsed(text);
    if (chatId === undefined) return;
    const reader = readers.get(socket) ?? newReader();
    readers.set(socket, reader);
    const mark: Mark = reader.marks.get(chatId) ?? { upToSeq: undefined, isResting: false };
    reader.marks.set(chatId, mark);
    mark.upToSeq = Math.max(mark.upToSeq ?? 0, Number(seq));
    emitReceipt(socket, reader, chatId);
  };
}

/** Finds `chatId` and `seq` where `seq` comes first; gives them in the order of the other match. */
function parsed(text: string): (string | undefined)[] {
  const [, seq, chatId] = /"seq":(\d+).*?"chatId":"([^"]+)"/.exec(text) ?? [];
  return [undefined, chatId, seq];
}
