import type { CompanyPage } from './comeback-steps.ts';
import type { LightSocket } from './light-socket.ts';
import { createReceipts } from './receipts.ts';

const TIMEOUT_MS = 30_000;
const MESSAGE = '42["message",';
const DELIVERED = '42["message:delivered",';

interface Delivery {
  at: number;
  seq: number;
  left: number;
  last: number;
  receipts: number;
  end(): void;
}

/** When a message was at every page, and its receipts at its writer, ms. */
interface Delivered {
  last: number;
  receipts: number;
  /** Pages that did not get it in time. */
  missing: number;
}

/** Takes all that pages receive: each message is answered with a receipt, as the page does. */
export function createDeliveries(generalId: string) {
  const expected = new Map<string, Delivery>();
  const answer = createReceipts();

  function look(delivery: Delivery): void {
    if (Number.isFinite(delivery.last + delivery.receipts)) delivery.end();
  }

  function takeMessage({ userId }: CompanyPage, text: string, socket: LightSocket): void {
    const [, reference = ''] = /"referenceId":"([^"]+)"/.exec(text) ?? [];
    const delivery = expected.get(reference);
    if (delivery) {
      delivery.seq ||= Number(/"seq":(\d+)/.exec(text)?.[1]);
      delivery.left--;
      if (delivery.left === 0) delivery.last = performance.now() - delivery.at;
      look(delivery);
    }
    if (!text.includes(`"senderId":"${userId}"`)) answer(socket, text);
  }

  function takeReceipt(text: string): void {
    const upToSeq = Number(/"upToSeq":(\d+)/.exec(text)?.[1]);
    for (const delivery of expected.values()) {
      if (delivery.seq === 0 || upToSeq < delivery.seq) continue;
      delivery.receipts = performance.now() - delivery.at;
      look(delivery);
    }
  }

  return {
    take(page: CompanyPage, text: string, socket: LightSocket): void {
      if (text.startsWith(MESSAGE)) takeMessage(page, text, socket);
      else if (text.startsWith(DELIVERED) && text.includes(generalId)) takeReceipt(text);
    },
    /** To be called before the message is sent to so many pages. */
    expect(reference: string, pages: number): Promise<Delivered> {
      return new Promise((settle) => {
        const [last, receipts] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
        const delivery: Delivery = {
          at: performance.now(),
          seq: 0,
          left: pages,
          last,
          receipts,
          end() {
            clearTimeout(timer);
            expected.delete(reference);
            settle({ last: this.last, receipts: this.receipts, missing: Math.max(0, this.left) });
          },
        };
        const timer = setTimeout(() => delivery.end(), TIMEOUT_MS);
        expected.set(reference, delivery);
      });
    },
  };
}
