import type { LightSocket } from './light-socket.ts';

/** As the page: at once, and while more come no more often. */
const INTERVAL_MS = 1_000;

interface Reader {
  event: 'seen' | 'delivered';
  /** Undefined: it rests, and nothing has come since. */
  upToSeq: number | undefined;
  isResting: boolean;
}

/** Tells the server of each message that a socket hears as the page does; every other page shows the chat. */
export function createReceipts(): (socket: LightSocket, text: string) => void {
  const readers = new Map<LightSocket, Reader>();
  const newReader = (): Reader => ({
    event: readers.size % 2 === 0 ? 'seen' : 'delivered',
    upToSeq: undefined,
    isResting: false,
  });
  function emitReceipt(socket: LightSocket, reader: Reader, chatId: string): void {
    if (reader.isResting || reader.upToSeq === undefined) return;
    socket.send(reader.event, { chatId, upToSeq: reader.upToSeq });
    reader.upToSeq = undefined;
    reader.isResting = true;
    setTimeout(() => {
      reader.isResting = false;
      emitReceipt(socket, reader, chatId);
    }, INTERVAL_MS).unref();
  }
  return (socket, text) => {
    const [, chatId, seq] = /"chatId":"([^"]+)".*?"seq":(\d+)/.exec(text) ?? parsed(text);
    if (chatId === undefined) return;
    const reader = readers.get(socket) ?? newReader();
    readers.set(socket, reader);
    reader.upToSeq = Math.max(reader.upToSeq ?? 0, Number(seq));
    emitReceipt(socket, reader, chatId);
  };
}

/** Finds `chatId` and `seq` where `seq` comes first; gives them in the order of the other match. */
function parsed(text: string): (string | undefined)[] {
  const [, seq, chatId] = /"seq":(\d+).*?"chatId":"([^"]+)"/.exec(text) ?? [];
  return [undefined, chatId, seq];
}
