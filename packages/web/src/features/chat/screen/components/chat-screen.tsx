import type { ReactNode } from 'react';
import { useKeyedState } from '../../../../shared/hooks/use-keyed-state.ts';
import type { ChosenFile } from '../../composer/chosen-file.ts';
import { Conversation } from './conversation.tsx';
import { ReadOnlyNote } from './read-only-note.tsx';
import { type Writing, WritingPane } from './writing-pane.tsx';

interface ChatScreenProps {
  hash: string;
  header: ReactNode;
  log: ReactNode;
  /** Who is typing. */
  notice?: ReactNode;
  /** How one writes here; nobody does without it. */
  writing?: Writing | undefined;
  /** Says that nothing can be written any more. */
  isClosed?: boolean;
  /** What opens over the messages. */
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
