import { Dialog } from '@base-ui/react/dialog';
import { useRef, useState } from 'react';
import dialog from '../../../shared/ui/dialog.module.css';
import { findDestinations, type PageLink, searchDestination } from '../destinations.ts';
import { useDestinations } from '../hooks/use-destinations.ts';
import { useGoTo } from '../hooks/use-go-to.ts';
import { useHighlight } from '../hooks/use-highlight.ts';
import { quickSwitcherTexts as texts } from '../quick-switcher.texts.ts';
import { DestinationList, optionId } from './destination-list.tsx';
import { KeyHints } from './key-hints.tsx';
import styles from './quick-switcher.module.css';
import { SwitcherField } from './switcher-field.tsx';

interface QuickSwitcherProps {
  pages: PageLink[];
  /** Looks for a text in the messages. */
  onSearch: (text: string) => void;
  /** What was typed before it was there. */
  typedAhead: string;
  /** What gets the focus back when nothing was chosen. */
  opener: HTMLElement | null;
  onClose: () => void;
}

const LIST = 'quick-switcher-list';

/** Goes to any chat or page by typing a part of its name. */
export function QuickSwitcher(props: QuickSwitcherProps) {
  const { opener, onClose } = props;
  const input = useRef<HTMLInputElement>(null);
  const { typed, setTyped, all, places, found, hasChosen, choose, highlight } = useSwitcher(props);
  const { index, setIndex, list, handleKeyDown } = highlight;

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialog.backdrop} />
        <Dialog.Viewport className={styles.viewport}>
          <Dialog.Popup
            className={styles.popup}
            aria-label={texts.title}
            initialFocus={input}
            // The page that opens puts it where one writes.
            finalFocus={() => (hasChosen.current ? false : opener)}
          >
            <SwitcherField
              ref={input}
              listId={LIST}
              optionId={found.length > 0 ? optionId(LIST, index) : undefined}
              typed={typed}
              onType={(text) => {
                setTyped(text);
                setIndex(0);
              }}
              onKeyDown={handleKeyDown}
            />
            <p role="status" className="visually-hidden">
              {texts.count(found.length)}
            </p>
            {places.length === 0 && (
              <p className={styles.none}>{all.length === 0 ? texts.nowhere : texts.none}</p>
            )}
            <DestinationList
              ref={list}
              id={LIST}
              found={found}
              highlighted={index}
              onHighlight={setIndex}
              onChoose={choose}
            />
            <KeyHints />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** What is typed, the places that it finds, and the one that Enter goes to. */
function useSwitcher({ pages, typedAhead, onSearch, onClose }: QuickSwitcherProps) {
  const [typed, setTyped] = useState(typedAhead);
  // Read once the dialog is gone, and with it its state.
  const hasChosen = useRef(false);
  const goTo = useGoTo(onSearch);
  const all = useDestinations(pages);
  const wanted = typed.trim();
  const places = findDestinations(all, typed);
  const found = wanted === '' ? places : [...places, searchDestination(wanted)];
  const highlight = useHighlight(found.length, choose);

  function choose(chosen: number) {
    const destination = found[chosen];
    if (!destination) return;
    hasChosen.current = true;
    goTo(destination);
    onClose();
  }

  return { typed, setTyped, all, places, found, hasChosen, choose, highlight };
}
