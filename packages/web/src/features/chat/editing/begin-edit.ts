import type { Message } from '@chat/contract/messages';
import { chipText, type Draft, toDraft } from '../mentions/chips.ts';
import { findMentions } from '../mentions/find-mentions.ts';
import { useEditing } from './editing.ts';

/** The message as one would have typed it, with its chips. */
export function draftOf({ content, mentions }: Message): Draft {
  const byText = new Map(mentions.map((mention) => [chipText(mention), mention]));
  const chips = findMentions(content, mentions).flatMap(({ start, text }) => {
    const mention = byText.get(text);
    return mention ? [{ ...mention, start }] : [];
  });
  return toDraft(content, chips);
}

/** Puts the message into the box of its chat; one that stands there already stays as it was typed. */
export function beginEdit(message: Message): void {
  const { uuid, hash } = message;
  if (useEditing.getState()[hash]?.message.uuid === uuid) return;
  let draft = draftOf(message);
  const place = {
    key: `edit of ${uuid}`,
    read: () => draft,
    write: (next: Draft) => {
      draft = next;
    },
  };
  useEditing.setState({ [hash]: { message, place, isSaving: false } });
}
