import { isBlank } from '@chat/contract/checks';
import type { Mention } from '@chat/contract/messages';
import type { ClipboardEvent, FormEvent, KeyboardEvent, ReactNode } from 'react';
import { type DraftPlace, emptyDraft, mentionsIn } from '../mentions/chips.ts';
import type { MentionSearch } from '../mentions/mention-search.ts';
import type { TextDraft } from '../outbox/outbox.ts';
import { canSend, isComposing } from './text-input.ts';
import type { ComposerText } from './use-composer-text.ts';

/** A file that is about to be sent. */
export interface ChosenFile {
  file: File;
  /** The text in the box at the time of the paste: it becomes the file's message (rules/composer 7). */
  text: string;
  /** The people mentioned in that text. */
  mentions?: Mention[] | undefined;
  /** Puts that text back when nothing is sent. */
  giveBack?: (() => void) | undefined;
}

/** The text in the box, for senders other than Enter. */
export interface ComposerHandle {
  canSend: boolean;
  read: () => TextDraft;
  /** Takes what was read out of the box, unless somebody has typed on meanwhile. */
  clear: (read: TextDraft) => void;
}

/** A message in the box, in place of what is written there otherwise. */
export interface ComposerEdit {
  place: DraftPlace;
  renderBar: (onCancel: () => void) => ReactNode;
  /** A file may do without its caption. */
  canBeEmpty: boolean;
  isSaving: boolean;
  onSave: (typed: TextDraft) => void;
  onCancel: () => void;
}

interface Options {
  typed: ComposerText;
  search: MentionSearch;
  isScheduling: boolean;
  onSend: (draft: TextDraft) => void;
  onFile: (chosen: ChosenFile) => void;
  onCancelReply: (() => void) | undefined;
  edit: ComposerEdit | null;
  onEditLast: (() => void) | undefined;
}

/** The actions of keys, buttons and the clipboard in the composer (rules/composer 2). */
export function composerActions(options: Options) {
  const { typed, search, isScheduling, onSend, onFile, onCancelReply, edit, onEditLast } = options;
  const { draft, latest, setDraft, insert } = typed;
  const onCancel = edit ? edit.onCancel : onCancelReply;

  const handle = handleOf(options);

  const send = () => {
    const { current } = latest;
    if (isScheduling || !canHandOver(current.text, edit)) return;
    const handedOver = handle.read();
    // The text stays in the box until the edit is saved.
    if (edit) return edit.onSave(handedOver);
    onSend(handedOver);
    setDraft(emptyDraft);
  };

  return {
    handle,
    cancel() {
      onCancel?.();
      // The button that was pressed goes.
      typed.input.current?.focus();
    },
    handleSubmit(event: FormEvent) {
      event.preventDefault();
      send();
    },
    handleKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
      if (isComposing(event)) return;
      search.handleKeyDown(event);
      if (event.defaultPrevented) return;
      if (event.key === 'Escape') onCancel?.();
      if (event.key === 'ArrowUp' && isPlain(event) && latest.current.text === '' && !edit) {
        // Without this, the key would also move the cursor in the new text.
        event.preventDefault();
        onEditLast?.();
      }
      if (event.key !== 'Enter' || event.shiftKey) return;
      event.preventDefault();
      if (event.ctrlKey) insert('\n');
      else send();
    },
    handlePaste(event: ClipboardEvent) {
      const file = pastedFile(event.clipboardData);
      // A message keeps the file that it has.
      if (!file || edit) return;
      event.preventDefault();
      const { text } = draft;
      onFile({ file, text, mentions: mentionsIn(draft), giveBack: () => setDraft(draft) });
      setDraft(emptyDraft);
    },
  };
}

function handleOf({ typed, edit }: Pick<Options, 'typed' | 'edit'>): ComposerHandle {
  const { draft, latest, setDraft, input } = typed;
  return {
    canSend: canHandOver(draft.text, edit),
    read: () => ({ content: latest.current.text, mentions: mentionsIn(latest.current) }),
    clear(read) {
      if (latest.current.text !== read.content) return;
      setDraft(emptyDraft);
      // The button that was pressed does nothing without a text.
      input.current?.focus();
    },
  };
}

const isPlain = ({ ctrlKey, shiftKey, altKey, metaKey }: KeyboardEvent) =>
  !(ctrlKey || shiftKey || altKey || metaKey);

/** Whether the text may be sent, or be what an edited message says. */
export const canHandOver = (text: string, edit: ComposerEdit | null): boolean =>
  canSend(text) || (edit?.canBeEmpty === true && isBlank(text));

/** Longer HTML is treated as plain text and not searched for names. */
const LONGEST_HTML = 20_000;
const LONGEST_NAMES = 4_000;

/**
 * The file in what is pasted (rules/composer 14). Office programs copy a picture of their text along with it: then the
 * text is meant. File managers copy a file's name or path along with the file: then the file is.
 */
export function pastedFile(data: DataTransfer): File | undefined {
  const [file] = data.files;
  if (!file?.type.startsWith('image/')) return file;
  const text = data.getData('text/plain').trim();
  if (text === '') return file;
  // No file manager formats the names of its files.
  if (hasText(data.getData('text/html'))) return undefined;
  return namesFiles(text, [...data.files]) ? file : undefined;
}

function hasText(html: string): boolean {
  if (html.length > LONGEST_HTML) return true;
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const hidden of body.querySelectorAll('style, script, title')) hidden.remove();
  return body.textContent.trim() !== '';
}

/** Linux writes what is to be done with the files above their paths. */
const ORDERS = new Set(['x-special/nautilus-clipboard', 'copy', 'cut']);
const PATH = /^(?:file:|https?:\/\/\S+$|\/|~\/|[a-z]:\\|\\\\)/i;
const PICTURE = /\.(?:png|jpe?g|gif|webp|bmp|svg|avif|heic|tiff?)$/i;
const ENDING = /\.[^.]*$/;

function namesFiles(text: string, files: File[]): boolean {
  if (text.length > LONGEST_NAMES) return false;
  const lines = text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !ORDERS.has(line));
  const names = new Set(files.flatMap(({ name }) => [bare(name), bare(name).replace(ENDING, '')]));
  const isName = (line: string) =>
    names.has(bare(line)) || (PICTURE.test(line) && (lines.length === 1 || PATH.test(line)));
  return lines.length > 0 && lines.every(isName);
}

/** The name at the end of a path or address. Different systems write the same letters differently. */
function bare(path: string): string {
  const name = path.replace(/^.*[\\/]/s, '');
  return (path.startsWith('file:') ? decoded(name) : name).normalize();
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
