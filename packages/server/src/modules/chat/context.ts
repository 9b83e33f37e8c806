import type { Context } from '../../context.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Uploads } from '../../storage/uploads.ts';
import type { Pictures } from './files/pictures/pictures.ts';
import type { Thumbnails } from './files/thumbnails.ts';
import type { ReceiptGatherer } from './receipts/receipt-gatherer.ts';
import type { SendGatherer } from './send/send-gatherer.ts';

/** Dependencies of the operations of the chat. */
export interface ChatContext extends Context {
  storage: Storage;
  uploads: Uploads;
  pictures: Pictures;
  thumbnails: Thumbnails;
  sends: SendGatherer;
  receipts: ReceiptGatherer;
}
