import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileTypeOf } from '@chat/contract/checks';
import { FormFile } from '@chat/contract/files';
import sharp from 'sharp';
import type { Db } from '../../db/database.ts';
import { storeFile } from '../../modules/chat/files/files.actions.ts';
import { createPictures } from '../../modules/chat/files/pictures/pictures.ts';
import { claimFiles, type NewMessageRow } from '../../modules/chat/store/bulk-messages.queries.ts';
import type { Storage } from '../../storage/storage.ts';
import { drawingsTexts } from './drawings.texts.ts';
import { drawChart, drawFloorPlan, drawRoute, drawWhiteboard, writeSheet } from './drawings.ts';
import type { Random } from './random.ts';

const png = (draw: (random: Random) => string) => (random: Random) =>
  sharp(Buffer.from(draw(random)))
    .png()
    .toBuffer();

const makers = {
  grafica: png(drawChart),
  plano: png(drawFloorPlan),
  pizarra: png(drawWhiteboard),
  ruta: png(drawRoute),
  hoja: async (random: Random) => Buffer.from(writeSheet(random)),
};

// Nobody else waits for a turn.
const NOBODY = 0;

export type AttachmentName = keyof typeof makers;
export const isAttachment = (name: string): name is AttachmentName => name in makers;
export const typeOfAttachment = (name: AttachmentName) => fileTypeOf(drawingsTexts.names[name]);

/** Makes and stores what the messages carry, drawn now: nothing of it lies in the repository. */
export async function attachFiles(
  ctx: { db: Db; storage: Storage },
  messages: (Pick<NewMessageRow, 'uuid' | 'type'> & { attachment: AttachmentName | undefined })[],
  random: Random,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'web-chat-demo-'));
  const path = join(folder, 'file');
  const pictures = createPictures();
  const claims = [];
  try {
    for (const { uuid, type, attachment } of messages) {
      if (!attachment) continue;
      const bytes = await makers[attachment](random);
      await writeFile(path, bytes);
      const file = new FormFile(drawingsTexts.names[attachment], path, bytes.length);
      claims.push({
        messageUuid: uuid,
        ...(await storeFile({ ...ctx, pictures }, NOBODY, { type, file })),
      });
    }
  } finally {
    pictures.close();
    await rm(folder, { recursive: true });
  }
  await claimFiles(ctx.db, claims);
}
