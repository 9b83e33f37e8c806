import { Search } from 'lucide-react';
import {
  type ComponentProps,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { QuickSwitcher } from '../../features/quick-switcher/quick-switcher.tsx';
import { useLayer } from '../../shared/layers.ts';
import { latePart } from '../../shared/ui/late-part.tsx';
import { useFetchedWhenIdle } from '../../shared/when-settled.ts';
import styles from './late-switcher.module.css';
import { layoutTexts } from './layout.texts.ts';

const late = latePart(() => import('../../features/quick-switcher/quick-switcher.tsx'));

/** People go on typing right after Ctrl+K, so the file is fetched beforehand. */
export const useSwitcherSoon = (): void => useFetchedWhenIdle(late.load);

type LateSwitcherProps = Pick<
  ComponentProps<typeof QuickSwitcher>,
  'pages' | 'onSearch' | 'onClose'
>;

/** The quick switcher; until its file has come, a field that takes what is typed. */
export function LateSwitcher({ pages, onSearch, onClose }: LateSwitcherProps) {
  useLayer(true, onClose);
  const part = late.usePart(true);
  const [typed, setTyped] = useState('');
  // A letter half made, by a dead key or an input method, is finished where it was begun.
  const [isComposing, setComposing] = useState(false);
  const [opener] = useState(() =>
    document.activeElement instanceof HTMLElement ? document.activeElement : null,
  );
  if (part && !isComposing) {
    return <part.QuickSwitcher {...{ pages, opener, onSearch, onClose }} typedAhead={typed} />;
  }
  const handlers = { onType: setTyped, onCompose: setComposing, onClose };
  return (
    <late.Failure onClose={onClose}>
      <WaitingField opener={opener} typed={typed} {...handlers} />
    </late.Failure>
  );
}

interface WaitingFieldProps {
  /** The element that had the focus before, and gets it back. */
  opener: HTMLElement | null;
  typed: string;
  onType: (text: string) => void;
  onCompose: (isComposing: boolean) => void;
  onClose: () => void;
}

/** Stands where the quick switcher's field will be, and looks like it. */
function WaitingField(props: WaitingFieldProps) {
  const { opener, typed, onType, onCompose, onClose } = props;
  const around = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  useClickBeside(around, onClose);
  // Before the next key.
  useLayoutEffect(() => {
    input.current?.focus();
    return () => opener?.focus();
  }, [opener]);

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Tab') event.preventDefault();
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) onClose();
  };
  return (
    <div ref={around} className={styles.around}>
      <dialog open className={styles.dialog} aria-label={layoutTexts.goTo} aria-modal aria-busy>
        <Search aria-hidden="true" />
        <input
          ref={input}
          className={styles.input}
          aria-label={layoutTexts.goTo}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          onChange={(event) => onType(event.target.value)}
          onCompositionStart={() => onCompose(true)}
          onCompositionEnd={() => onCompose(false)}
          onKeyDown={handleKeyDown}
        />
      </dialog>
    </div>
  );
}

function useClickBeside(around: RefObject<HTMLElement | null>, onClick: () => void): void {
  useEffect(() => {
    const { current } = around;
    const listen = ({ target }: Event) => {
      if (target === current) onClick();
    };
    current?.addEventListener('click', listen);
    return () => current?.removeEventListener('click', listen);
  }, [around, onClick]);
}
