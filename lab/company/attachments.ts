import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileTypeOf } from '@chat/contract/checks';
import { FormFile } from '@chat/contract/route';
import sharp from 'sharp';
import type { Db } from '../../packages/server/src/db/database.ts';
import { storeFile } from '../../packages/server/src/modules/chat/files/files.actions.ts';
import { createPictures } from '../../packages/server/src/modules/chat/files/pictures/pictures.ts';
import type { Staging, Storage } from '../../packages/server/src/storage/storage.ts';
import { claimFiles, type NewMessageRow } from './bulk.queries.ts';
import { drawingsTexts } from './company.texts.ts';
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
  ctx: { db: Db; storage: Storage; staging: Staging },
  messages: (Pick<NewMessageRow, 'uuid' | 'type'> & { attachment: AttachmentName | undefined })[],
  random: Random,
): Promise<void> {
  const folder = await ctx.staging.openFolder();
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

const [WIDTH, HEIGHT] = [960, 600];
const COLOURS = ['#2f6f8f', '#d9822b', '#4b8b3b', '#8a4f9e', '#b5443c'];

function svg(background: string, ...parts: string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" font-family="sans-serif">
    <rect width="100%" height="100%" fill="${background}"/>${parts.join('')}</svg>`;
}

const label = (x: number, y: number, text: string, size = 26, colour = '#33404a') =>
  `<text x="${x}" y="${y}" font-size="${size}" fill="${colour}" text-anchor="middle">${text}</text>`;
const line = (x1: number, y1: number, x2: number, y2: number, style: string) =>
  `<path d="M${x1} ${y1} L${x2} ${y2}" fill="none" ${style}/>`;

/** Bars of the last months over a few lines to read them by. */
function drawChart(random: Random): string {
  const colour = random.pick(COLOURS);
  const first = random.between(0, 5);
  const rulers = [140, 240, 340, 440].map((y) => line(80, y, 900, y, 'stroke="#dfe5e9"'));
  const bars = Array.from({ length: 7 }, (_, index) => {
    const height = random.between(90, 300) + index * 12;
    const x = 110 + index * 115;
    const bar = `<rect x="${x}" y="${520 - height}" width="70" height="${height}" rx="6" fill="${colour}"/>`;
    return bar + label(x + 35, 560, drawingsTexts.months[first + index] ?? '');
  });
  const axis = line(80, 520, 900, 520, 'stroke="#6b7a86" stroke-width="3"');
  return svg('#ffffff', label(480, 70, drawingsTexts.chart, 34), ...rulers, ...bars, axis);
}

/** Four rooms around two walls, a door in each. */
function drawFloorPlan(random: Random): string {
  const [x, y] = [random.between(360, 600), random.between(240, 360)];
  const wall = 'stroke="#27333d" stroke-width="10"';
  const door = 'stroke="#f7f4ec" stroke-width="14"';
  const rooms = random.shuffled(drawingsTexts.rooms);
  const middles = [
    [(80 + x) / 2, (60 + y) / 2],
    [(x + 880) / 2, (60 + y) / 2],
    [(80 + x) / 2, (y + 540) / 2],
    [(x + 880) / 2, (y + 540) / 2],
  ] as const;
  return svg(
    '#f7f4ec',
    `<rect x="80" y="60" width="800" height="480" fill="none" ${wall}/>`,
    line(x, 60, x, 540, wall) + line(80, y, 880, y, wall),
    line(x, 110, x, 170, door) + line(x, 450, x, 510, door),
    line(180, y, 240, y, door) + line(730, y, 790, y, door),
    ...middles.map(([left, top], index) => label(left, top + 8, rooms[index] ?? '')),
  );
}

/** Steps in boxes drawn by hand, a stroke from each to the next, and a few notes. */
function drawWhiteboard(random: Random): string {
  const ink = random.pick(COLOURS);
  const style = `stroke="${ink}" stroke-width="5" stroke-linecap="round"`;
  const shake = () => random.between(-9, 9);
  const steps = drawingsTexts.steps.map((step, index) => {
    const [x, y] = [60 + index * 225, 150 + random.between(-25, 25)];
    const box = `<path d="M${x} ${y} L${x + 160 + shake()} ${y + shake()} L${x + 160} ${y + 110} L${x + shake()} ${y + 110 + shake()} Z" fill="none" ${style}/>`;
    const stroke = index === 3 ? '' : line(x + 172, y + 55, x + 212, y + 55 + shake(), style);
    return box + stroke + label(x + 80, y + 66, step, 30, ink);
  });
  const notes = ['#ffe9a8', '#cdeccf', '#ffd3cf'].map((colour, index) => {
    const [x, y] = [150 + index * 240, 360 + random.between(-15, 15)];
    const words = [0, 1, 2].map((row) =>
      line(x + 20, y + 40 + row * 32, x + random.between(80, 140), y + 40 + row * 32, style),
    );
    return `<rect x="${x}" y="${y}" width="160" height="150" fill="${colour}"/>${words.join('')}`;
  });
  return svg('#fbfcfd', ...steps, ...notes);
}

/** Streets, and a way through them with its stops. */
function drawRoute(random: Random): string {
  const street = 'stroke="#ffffff" stroke-width="22"';
  const across = [120, 250, 380, 500].map((y) =>
    line(0, y, 960, y + random.between(-40, 40), street),
  );
  const down = [140, 330, 520, 710, 860].map((x) =>
    line(x, 0, x + random.between(-40, 40), 600, street),
  );
  const stops = [110, 330, 560, 820].map((x) => [x, random.between(110, 500)] as const);
  const way = stops.map(([x, y], index) => `${index ? 'L' : 'M'}${x} ${y}`).join(' ');
  const pins = stops.map(
    ([x, y], index) =>
      `<circle cx="${x}" cy="${y}" r="26" fill="#b5443c"/>${label(x, y + 9, String(index + 1), 28, '#ffffff')}`,
  );
  return svg(
    '#dfe9d8',
    ...across,
    ...down,
    `<path d="${way}" fill="none" stroke="#2f6f8f" stroke-width="10" stroke-linejoin="round"/>`,
    ...pins,
  );
}

/** Articles with their stock, as a spreadsheet of the country reads it. */
function writeSheet(random: Random): string {
  const rows = drawingsTexts.articles.map((article) => [
    `CL-${random.between(1000, 9999)}`,
    article,
    random.between(0, 240),
    `${random.between(8, 900)},${random.between(10, 99)}`,
  ]);
  return `\ufeff${[drawingsTexts.sheetHeader, ...rows].map((row) => row.join(';')).join('\r\n')}\r\n`;
}
