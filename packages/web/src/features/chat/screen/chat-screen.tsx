import { FileUp, Lock } from 'lucide-react';
import { type DragEvent, type ReactNode, useEffect, useState } from 'react';
import { useKeyedState } from '../../../shared/hooks/values.ts';
import { notify } from '../../../shared/toast/notify.ts';
import type { ChosenFile } from '../composer/composer-actions.ts';
import { filesTexts } from '../media/files.texts.ts';
import { messagesTexts } from '../messages/messages.texts.ts';
import styles from './chat-screen.module.css';
import { type Writing, WritingPane } from './writing-pane.tsx';

interface ChatScreenProps {
  hash: string;
  header: ReactNode;
  log: ReactNode;
  /** The people who are typing. */
  notice?: ReactNode;
  /** How one writes here; nobody does without it. */
  writing?: Writing | undefined;
  /** Says that nothing can be written any more. */
  isClosed?: boolean;
  /** The dialogs over the messages. */
  overlays?: ReactNode;
}

/** A chat on the screen. Its frame stays while one goes from chat to chat: what belongs to one of them is keyed by it. */
export function ChatScreen(props: ChatScreenProps) {
  const { hash, header, log, notice, writing, isClosed = false, overlays } = props;
  const [chosen, setChosen] = useKeyedState<ChosenFile | null>(hash, () => null);
  return (
    <Conversation
      header={header}
      log={log}
      notice={notice}
      onFile={writing && ((file) => setChosen({ file, text: '' }))}
      composer={
        <>
          {writing && <WritingPane {...writing} chosen={chosen} onChoose={setChosen} />}
          {isClosed && <ReadOnlyNote />}
          {overlays}
        </>
      }
    />
  );
}

interface ConversationProps {
  header: ReactNode;
  log: ReactNode;
  /** The people who are typing. */
  notice?: ReactNode;
  composer: ReactNode;
  /** The handler of a dropped file, where one may write. */
  onFile?: ((file: File) => void) | undefined;
}

/** Header, messages and composer, one over the other; only the messages scroll. */
function Conversation({ header, log, notice, composer, onFile }: ConversationProps) {
  const { isOver, handlers } = useFileDrop(onFile);
  return (
    <section className={styles.conversation} {...handlers}>
      {header}
      {log}
      <div className={styles.notice}>{notice}</div>
      {composer}
      {isOver && <DropOverlay />}
    </section>
  );
}

/** Over the whole conversation while a file is dragged across it. */
function DropOverlay() {
  return (
    <div className={styles.overlay}>
      <div className={styles.frame}>
        <FileUp aria-hidden="true" />
        <p>{filesTexts.dropHere}</p>
      </div>
    </div>
  );
}

/** In the composer's place where nothing can be written any more. */
function ReadOnlyNote() {
  return (
    <p className={styles.note}>
      <Lock aria-hidden="true" />
      {messagesTexts.inactive}
    </p>
  );
}

/** Text that is dragged is no file. */
const carriesFile = (data: DataTransfer | null) => data?.types.includes('Files') ?? false;

const isWithin = (element: Element, target: EventTarget | null) =>
  target instanceof Node && element.contains(target);

/** A file dropped anywhere over an element; the first of several (rules/composer 6, 9). */
function useFileDrop(onFile: ((file: File) => void) | undefined) {
  const [isOver, setIsOver] = useState(false);
  useNoDropElsewhere();
  // A drag over a dialog also arrives here, through React's tree.
  const isMeant = (event: DragEvent) =>
    onFile !== undefined &&
    carriesFile(event.dataTransfer) &&
    isWithin(event.currentTarget, event.target);
  const handleDragOver = (event: DragEvent) => {
    if (!isMeant(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    setIsOver(true);
  };
  const handleDragLeave = (event: DragEvent) => {
    if (!isWithin(event.currentTarget, event.relatedTarget)) setIsOver(false);
  };
  const handleDrop = (event: DragEvent) => {
    if (!isMeant(event)) return;
    event.preventDefault();
    setIsOver(false);
    const [item] = event.dataTransfer.items ?? [];
    const [file] = event.dataTransfer.files;
    if (item?.webkitGetAsEntry?.()?.isDirectory) notify(filesTexts.noFolders, 'error');
    else if (file) onFile?.(file);
  };
  const handlers = {
    onDragEnter: handleDragOver,
    onDragOver: handleDragOver,
    onDragLeave: handleDragLeave,
    onDrop: handleDrop,
  };
  return { isOver, handlers };
}

/** A file that misses would otherwise be opened in place of the page. */
function useNoDropElsewhere(): void {
  useEffect(() => {
    const refuse = (event: globalThis.DragEvent) => {
      if (event.defaultPrevented || !carriesFile(event.dataTransfer)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'none';
    };
    window.addEventListener('dragover', refuse);
    window.addEventListener('drop', refuse);
    return () => {
      window.removeEventListener('dragover', refuse);
      window.removeEventListener('drop', refuse);
    };
  }, []);
}
