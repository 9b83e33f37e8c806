import type { Page } from '@playwright/test';
import { type Box, type Drawn, drawnElements } from './page-boxes.ts';

interface Piece {
  at: number;
  box: Box;
}

/** The browser may break a longer word anywhere. */
const WORD = 16;

/**
 * Layout flaws on the screen: texts and controls that overlap, that leave their box or are cut without a sign, words
 * broken without need, lists that scroll sideways.
 */
export async function layoutFlaws(page: Page): Promise<string[]> {
  const all = await drawnElements(page);
  const flaws = new Set<string>();
  const pieces = all.flatMap((drawn, at) => {
    if (!drawn.isVisible || isForReaders(all, at)) return [];
    const lines = isClear(drawn.style.color) ? [] : drawn.lines.map((box) => ({ box, from: at }));
    const own = drawn.isControl ? [{ box: drawn.box, from: drawn.holder }] : [];
    return [...lines, ...own]
      .filter(({ box }) => isThere(box))
      .map(({ box, from }) => ({ at, box: whatIsSeen(all, at, from, box, flaws) }))
      .filter(({ box }) => isThere(box));
  });
  for (const { at } of pieces) {
    const { name = '', brokenWords = [] } = all[at] ?? {};
    for (const word of brokenWords)
      if (word.length <= WORD) flaws.add(`broken word: ${word} in ${name}`);
  }
  for (const [one, other] of overlapping(all, pieces)) flaws.add(`overlap: ${one} and ${other}`);
  for (const { name, style, hasMoreAside } of all)
    if (hasMoreAside && /auto|scroll/.test(style.overflowX)) flaws.add(`scrolls sideways: ${name}`);
  if (all[0]?.hasMoreAside) flaws.add('the page scrolls sideways');
  return [...flaws];
}

const isClear = (colour: string) => /^transparent$|[,/] *0\)$/.test(colour);

const isThere = ({ left, right, top, bottom }: Box) => right - left > 2 && bottom - top > 2;

const shared = (one: Box, other: Box): Box => ({
  left: Math.max(one.left, other.left),
  right: Math.min(one.right, other.right),
  top: Math.max(one.top, other.top),
  bottom: Math.min(one.bottom, other.bottom),
});

function isForReaders(all: Drawn[], at: number): boolean {
  const drawn = all[at];
  if (!drawn) return false;
  return drawn.style.clipPath.startsWith('inset(50%') || isForReaders(all, drawn.parent);
}

/** The visible part of a box after all clipping; records where the box leaves its holders. */
function whatIsSeen(all: Drawn[], at: number, from: number, box: Box, flaws: Set<string>): Box {
  const name = all[at]?.name ?? '';
  let seen = box;
  for (let holder = all[from]; holder && holder !== all[0]; holder = all[holder.holder]) {
    const { style } = holder;
    const flaw = flawIn(holder, seen);
    if (flaw) flaws.add(`${flaw}: ${name} in ${holder.name}`);
    if (style.overflowX !== 'visible') seen = shared(seen, holder.box);
    if (style.position === 'fixed') break;
  }
  const right = all[0]?.box.right ?? 0;
  if (isThere(seen) && (seen.left < -1 || seen.right > right + 1))
    flaws.add(`off the screen: ${name}`);
  return seen;
}

/** The flaw of a box that leaves its holder at a side; undefined without a flaw, or if the cut has a visible sign. */
function flawIn({ style, box }: Drawn, seen: Box): string | undefined {
  const isOut = seen.left < box.left - 1.5 || seen.right > box.right + 1.5;
  if (!isOut || !isThere(seen) || !isThere(box) || style.display === 'inline') return undefined;
  const showsCut = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
  if (/hidden|clip/.test(style.overflowX)) return showsCut ? undefined : 'cut';
  const hasBorder = Number.parseFloat(style.borderLeftWidth) > 0 && !isClear(style.borderLeftColor);
  const hasEdges = hasBorder || !isClear(style.backgroundColor) || style.boxShadow !== 'none';
  return style.overflowX === 'visible' && hasEdges ? 'outside' : undefined;
}

function overlapping(all: Drawn[], pieces: Piece[]): [string, string][] {
  const sorted = pieces.toSorted((one, other) => one.box.top - other.box.top);
  return sorted.flatMap((piece, place) =>
    sorted
      .slice(place + 1)
      .filter((other) => isOver(piece.box, other.box) && areApart(all, piece.at, other.at))
      .map((other): [string, string] => [all[piece.at]?.name ?? '', all[other.at]?.name ?? '']),
  );
}

/** A line of text is a little taller than its letters, so a small overlap is allowed. */
function isOver(one: Box, other: Box): boolean {
  const { left, right, top, bottom } = shared(one, other);
  return right - left > 1 && bottom - top > 3;
}

/** Neither element is a part of the other, and neither floats over the other on purpose. */
function areApart(all: Drawn[], one: number, other: number): boolean {
  if (isWithin(all, one, other) || isWithin(all, other, one)) return false;
  return layerOf(all, one) === layerOf(all, other);
}

function isWithin(all: Drawn[], inner: number, outer: number): boolean {
  return inner === outer || (inner > outer && isWithin(all, all[inner]?.parent ?? -1, outer));
}

function layerOf(all: Drawn[], at: number): number {
  const drawn = all[at];
  if (!drawn) return -1;
  const { position, zIndex, boxShadow } = drawn.style;
  const isFloating = position === 'absolute' && boxShadow !== 'none';
  if (/fixed|sticky/.test(position) || Number(zIndex) > 0 || isFloating) return at;
  return layerOf(all, drawn.parent);
}
