import { Dialog } from '@base-ui/react/dialog';
import { Search, X } from 'lucide-react';
import {
  type KeyboardEvent,
  type KeyboardEventHandler,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import dialogStyles from '../../shared/ui/dialog.module.css';
import { IconButton } from '../../shared/ui/icon-button.tsx';
import { uiTexts } from '../../shared/ui/ui.texts.ts';
import { DestinationList, optionId } from './destination-list.tsx';
import {
  findDestinations,
  type PageLink,
  searchDestination,
  useDestinations,
  useGoTo,
} from './destinations.ts';
import styles from './quick-switcher.module.css';
import { quickSwitcherTexts as texts } from './quick-switcher.texts.ts';

interface QuickSwitcherProps {
  pages: PageLink[];
  /** Looks for a text in the messages. */
  onSearch: (text: string) => void;
  /** The text typed before the switcher was loaded. */
  typedAhead: string;
  /** The element that gets the focus back when nothing was chosen. */
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
        <Dialog.Backdrop className={dialogStyles.backdrop} />
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

/** The typed text, the destinations it finds, and the one that Enter opens. */
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

interface SwitcherFieldProps {
  ref: RefObject<HTMLInputElement | null>;
  listId: string;
  /** The highlighted option, when there is one. */
  optionId: string | undefined;
  typed: string;
  onType: (text: string) => void;
  onKeyDown: KeyboardEventHandler;
}

/** The field keeps the focus while the keys move through the list. */
function SwitcherField(props: SwitcherFieldProps) {
  const { ref, listId, optionId, typed, onType, onKeyDown } = props;
  // At once: what is typed before the dialog gives it the focus, a frame later, would land elsewhere.
  useLayoutEffect(() => {
    const { current } = ref;
    current?.focus();
    current?.setSelectionRange(current.value.length, current.value.length);
  }, [ref]);
  return (
    <div className={styles.box}>
      <Search aria-hidden="true" />
      <input
        ref={ref}
        onKeyDown={onKeyDown}
        className={styles.input}
        role="combobox"
        aria-label={texts.title}
        aria-expanded={optionId !== undefined}
        aria-controls={listId}
        aria-activedescendant={optionId}
        aria-autocomplete="list"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={texts.placeholder}
        value={typed}
        onChange={(event) => onType(event.target.value)}
      />
      <Dialog.Close
        render={
          <IconButton label={uiTexts.close} icon={X} variant="plain" size="s" withTooltip={false} />
        }
      />
    </div>
  );
}

const hints = [
  ['↑ ↓', texts.move],
  ['Enter', texts.open],
  ['Esc', texts.close],
] as const;

/** For those who have a keyboard. */
function KeyHints() {
  return (
    <p className={styles.hints}>
      {hints.map(([key, meaning]) => (
        <span key={key}>
          <kbd>{key}</kbd> {meaning}
        </span>
      ))}
    </p>
  );
}

interface Highlight {
  index: number;
  setIndex: (index: number) => void;
  list: React.RefObject<HTMLDivElement | null>;
  handleKeyDown: (event: KeyboardEvent) => void;
}

/** The option, of `count`, that the keyboard is on; the keyboard goes round at the ends, and Enter chooses. */
function useHighlight(count: number, choose: (index: number) => void): Highlight {
  const [asked, setIndex] = useState(0);
  const index = Math.min(asked, count - 1);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[index]?.scrollIntoView({ block: 'nearest' });
  }, [index]);
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || count === 0) return;
    const moves: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const move = moves[event.key];
    if (move !== undefined) setIndex((index + move + count) % count);
    else if (event.key === 'Enter') choose(index);
    else return;
    event.preventDefault();
  };
  return { index, setIndex, list, handleKeyDown };
}
