import type { CurrentUser } from '@chat/contract/auth';
import { MessageCircle, Search } from 'lucide-react';
import {
  type ComponentProps,
  type KeyboardEventHandler,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { QuickSwitcher } from '../../features/quick-switcher/quick-switcher.tsx';
import { noFilters, openSearch } from '../../features/search/search-view.ts';
import { useLayer } from '../../shared/layers.ts';
import { routePaths } from '../../shared/routes.ts';
import { lateComponent, latePart } from '../../shared/ui/late-part.tsx';
import { createOpened } from '../../shared/ui/opened.ts';
import { useFetchedWhenIdle } from '../../shared/when-settled.ts';
import { layoutTexts } from './layout.texts.ts';
import styles from './layout-overlays.module.css';
import { adminMenus } from './side-menu.tsx';

const { Late: ShortcutsSheet } = lateComponent(
  async () => (await import('./shortcuts-sheet.tsx')).ShortcutsSheet,
);

/** The quick switcher and the sheet of shortcuts, over whatever page is open. */
export function LayoutOverlays({ user }: { user: CurrentUser }) {
  const shown = overlay.useOpened();
  useOverlayKeys();
  useSwitcherSoon();
  const pages = useMemo(() => pagesOf(user), [user]);
  return (
    <>
      {shown === 'switcher' && (
        <LateSwitcher pages={pages} onSearch={searchFor} onClose={overlay.close} />
      )}
      {shown === 'shortcuts' && <ShortcutsSheet onClose={overlay.close} />}
    </>
  );
}

const searchFor = (text: string) => openSearch({ text, filters: noFilters });

function pagesOf({ role }: CurrentUser) {
  const { administration, more } = adminMenus[role];
  const own = { to: routePaths['chats.me'], label: layoutTexts.ownChat, icon: MessageCircle };
  return [...administration, ...more, own];
}

type Overlay = 'switcher' | 'shortcuts';

/** The overlay over the whole application, opened by a key or by a control of the top bar. */
const overlay = createOpened<Overlay>();
export const showOverlay = overlay.open;

/** Ctrl+K (⌘K), Ctrl+Mayús+F (⇧⌘F) and, where nothing is being written, '?'. */
function useOverlayKeys(): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const asked = askedBy(event);
      if (!asked || event.defaultPrevented) return;
      event.preventDefault();
      const shown = overlay.read();
      if (shown === asked) overlay.close();
      else if (shown || isDialogOpen()) return;
      else if (asked === 'search') openSearch();
      else showOverlay(asked);
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}

function askedBy(event: KeyboardEvent): Overlay | 'search' | null {
  const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey;
  const key = event.key.toLowerCase();
  if (isCommand && !event.shiftKey && key === 'k') return 'switcher';
  if (isCommand && event.shiftKey && key === 'f') return 'search';
  return event.key === '?' && !isWriting(event.target) ? 'shortcuts' : null;
}

const isWriting = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select'));

// A form half filled in is not left by a key.
const isDialogOpen = () => document.querySelector('[role=dialog], [role=alertdialog]') !== null;

const late = latePart(() => import('../../features/quick-switcher/quick-switcher.tsx'));

/** People go on typing right after Ctrl+K, so the file is fetched beforehand. */
const useSwitcherSoon = (): void => useFetchedWhenIdle(late.load);

type LateSwitcherProps = Pick<
  ComponentProps<typeof QuickSwitcher>,
  'pages' | 'onSearch' | 'onClose'
>;

/** The quick switcher; until its file has come, a field that takes what is typed. */
function LateSwitcher({ pages, onSearch, onClose }: LateSwitcherProps) {
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

  const handleKeyDown: KeyboardEventHandler = (event) => {
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
