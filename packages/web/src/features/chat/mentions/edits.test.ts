import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ana, bruno } from '../../../test/builders.ts';
import { type Chip, chipEnd, chipText, type Draft, draftPieces, mentionsIn } from './chips.ts';
import { applyChange, changeBetween, type EditHint, spanToEdit } from './edits.ts';

const carla = { uuid: 'carla', email: 'carla@empresa.local' };
const people = [{ uuid: ana.uuid, email: ana.email }, bruno, carla];

/** A draft of words and chips: each person in `pieces` becomes a chip. */
function draftOf(...pieces: (string | { uuid: string; email: string })[]): Draft {
  let text = '';
  const chips: Chip[] = [];
  for (const piece of pieces) {
    if (typeof piece !== 'string') chips.push({ ...piece, start: text.length });
    text += typeof piece === 'string' ? piece : chipText(piece);
  }
  return { text, chips };
}

const cut = (text: string, start: number, end: number, inserted: string) =>
  text.slice(0, start) + inserted + text.slice(end);

/** The composer's view of a browser's edit: `inserted` replaces a selection of the plain text. */
function edit(draft: Draft, start: number, end: number, inserted: string, isKnown = true): Draft {
  const hint: EditHint = {
    selected: isKnown ? { start, end } : null,
    caret: start + inserted.length,
  };
  const after = cut(draft.text, start, end, inserted);
  const { text, chips } = applyChange(draft, changeBetween(draft.text, after, hint));
  return { text, chips };
}

const words = fc.string({ unit: fc.constantFrom('a', '@', ' ', '\n', '😀', '.'), maxLength: 8 });
const drafts = fc
  .array(fc.oneof(words, fc.constantFrom(...people)), { maxLength: 8 })
  .map((pieces) => draftOf(...pieces));
const edits = drafts.chain((draft) =>
  fc.record({
    draft: fc.constant(draft),
    ends: fc.tuple(fc.nat(draft.text.length), fc.nat(draft.text.length)),
    inserted: words,
    isKnown: fc.boolean(),
  }),
);

describe('an edit of a text with chips', () => {
  it('leaves every chip that remains standing where its e-mail stands', () => {
    fc.assert(
      fc.property(edits, ({ draft, ends, inserted, isKnown }) => {
        const after = edit(draft, Math.min(...ends), Math.max(...ends), inserted, isKnown);
        for (const chip of after.chips) {
          expect(after.text.slice(chip.start, chipEnd(chip))).toBe(chipText(chip));
        }
        expect(
          draftPieces(after)
            .map(({ text }) => text)
            .join(''),
        ).toBe(after.text);
      }),
    );
  });

  it('takes away the chips that it touches as a whole, and no others', () => {
    fc.assert(
      fc.property(edits, ({ draft, ends, inserted }) => {
        const [start, end] = [Math.min(...ends), Math.max(...ends)];
        const touched = draft.chips.filter((chip) => chip.start < end && chipEnd(chip) > start);
        const after = edit(draft, start, end, inserted);
        expect(after.chips.map(({ uuid }) => uuid)).toEqual(
          draft.chips.filter((chip) => !touched.includes(chip)).map(({ uuid }) => uuid),
        );
        const from = Math.min(start, ...touched.map((chip) => chip.start));
        const to = Math.max(end, ...touched.map(chipEnd));
        expect(after.text).toBe(cut(draft.text, from, to, inserted));
      }),
    );
  });

  it('finds a change that explains the two texts, whatever is known of it', () => {
    fc.assert(
      fc.property(words, words, fc.nat(12), fc.nat(8), (before, after, caret, at) => {
        const start = Math.min(at, before.length);
        for (const selected of [null, { start, end: before.length }]) {
          const change = changeBetween(before, after, {
            selected,
            caret: Math.min(caret, after.length),
          });
          expect(cut(before, change.start, change.end, change.inserted)).toBe(after);
        }
      }),
    );
  });

  it('tells apart two equal chips by where the cursor stands', () => {
    const draft = draftOf(bruno, ' ', bruno, ' ');
    const after = edit(draft, 0, chipText(bruno).length + 1, '', false);
    expect(after.chips).toEqual([{ ...bruno, start: 0 }]);
    expect(mentionsIn(after)).toEqual([bruno]);
  });

  it('lets what is typed in the middle of a chip stand in its place', () => {
    const draft = draftOf('a ', bruno, ' b');
    expect(edit(draft, 5, 5, 'x')).toEqual({ text: 'a x b', chips: [] });
  });
});

describe('what an edit takes away', () => {
  const draft = draftOf('a ', bruno, ' b');
  const chip = { start: 2, end: 2 + chipText(bruno).length };
  const at = (position: number) => ({ start: position, end: position });

  it.each([
    ['deleteContentBackward', at(chip.end)],
    ['deleteContentBackward', at(chip.start + 3)],
    ['deleteContentForward', at(chip.start)],
    ['deleteWordBackward', at(chip.end)],
    ['insertText', at(chip.start + 3)],
    ['deleteByCut', { start: chip.start + 1, end: chip.start + 4 }],
  ])('is the whole chip for %s at %j', (inputType, selected) => {
    expect(spanToEdit(draft, selected, inputType)).toEqual(chip);
  });

  it.each([
    ['deleteContentBackward', at(chip.start)],
    ['deleteContentForward', at(chip.end)],
    ['insertText', at(chip.start)],
    ['insertText', at(chip.end)],
    ['insertFromPaste', { start: 0, end: chip.end + 1 }],
  ])('is only what is selected for %s at %j', (inputType, selected) => {
    expect(spanToEdit(draft, selected, inputType)).toEqual(selected);
  });

  it('grows over the chips at both ends of a selection', () => {
    const two = draftOf(bruno, ' y ', carla);
    const selected = { start: 4, end: two.text.length - 4 };
    expect(spanToEdit(two, selected, 'insertText')).toEqual({ start: 0, end: two.text.length });
  });
});

describe('mentionsIn', () => {
  it('counts a person who stands twice in the text once', () => {
    expect(mentionsIn(draftOf(bruno, ' ', carla, ' ', bruno))).toEqual([bruno, carla]);
  });
});
