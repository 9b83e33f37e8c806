import { fold } from '../../search-index/language/fold.ts';

/** What stands between blanks in a query; `text` is all that counts where operator and value make no filter. */
export interface Item {
  isExcluded: boolean;
  isPhrase: boolean;
  text: string;
  operator?: string;
  value?: string;
}

// Phones and word processors turn quotes into curved ones.
const CURVED_QUOTES = /[“”„‟«»＂]/g;
const ITEM =
  /(?<excluded>-?)(?:"(?<phrase>[^"]*)"|(?<text>(?<operator>\p{L}[\p{L}\p{M}]*):(?:"(?<quoted>[^"]*)"|(?<value>\S+))|\S+))/gu;

/** An opening quote that nothing closes is a plain character of its word. */
export function* readItems(q: string): Generator<Item> {
  for (const { groups = {} } of q.replace(CURVED_QUOTES, '"').matchAll(ITEM)) {
    const { excluded, phrase, text = '', operator, quoted, value } = groups;
    yield {
      isExcluded: excluded === '-',
      isPhrase: phrase !== undefined,
      text: phrase ?? text,
      ...(operator !== undefined && {
        operator: fold(operator),
        value: quoted ?? value?.replaceAll('"', '') ?? '',
      }),
    };
  }
}
