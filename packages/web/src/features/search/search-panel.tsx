import { ArrowLeft, CircleQuestionMark, TextSearch, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { ROOMY, useMediaQuery } from '../../shared/hooks/browser.ts';
import { useLayer } from '../../shared/layers.ts';
import { goBack, goTo, readStep, useIsStep, usePath } from '../../shared/navigation.ts';
import { IconButton } from '../../shared/ui/icon-button.tsx';
import { latePart } from '../../shared/ui/late-part.tsx';
import { ListSkeleton } from '../../shared/ui/placeholders.tsx';
import { SearchField } from '../../shared/ui/search-field.tsx';
import { useFetchedWhenIdle } from '../../shared/when-settled.ts';
import { panelTexts as texts } from './panel.texts.ts';
import styles from './search-panel.module.css';
import {
  closeSearch,
  giveFocusBack,
  MAX_TYPED,
  noFilters,
  openSearch,
  realmOf,
  rememberSearch,
  setSearchText,
  submitSearch,
  useSearchView,
} from './search-view.ts';

const late = latePart(() => import('./search-body.tsx'));

/** The search of messages, beside the page or over it; what is typed stays when it is closed. */
export function SearchPanel() {
  const isOpen = useSearchView((view) => view.isOpen);
  useFetchedWhenIdle(late.load);
  return isOpen && <OpenPanel />;
}

/** The frame and its field are there at once; what else it takes to search comes when it is needed. */
function OpenPanel() {
  const place = usePanelPlace();
  const close = usePanelSteps(place);
  const part = late.usePart(true);
  const text = useSearchView((view) => view.text);
  const isAll = useSearchView((view) => view.realm === 'all');
  const [isHelpShown, setHelpShown] = useState(false);
  const panel = useRef<HTMLElement>(null);
  useFocus(panel, place.isShown);
  const { isBeside, isShown } = place;
  const title = isAll ? texts.titleOfAll : texts.title;
  const handleKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // React reports events of overlays over the panel as events within it; the DOM does not.
    const { currentTarget, target } = event;
    const isWithin = target instanceof Node && currentTarget.contains(target);
    if (!isWithin || event.nativeEvent.isComposing) return;
    if (event.key !== 'Escape') return walkPanel(event);
    event.preventDefault();
    close();
  };
  return (
    <section
      ref={panel}
      className={styles.panel}
      data-search-panel
      aria-label={title}
      data-beside={isBeside || undefined}
      data-away={!isShown || undefined}
      inert={!isShown}
      onKeyDown={handleKeyDown}
    >
      <header className={styles.header}>
        {!isBeside && <IconButton label={texts.back} icon={ArrowLeft} onClick={close} />}
        <h2 className={styles.title}>{title}</h2>
        <IconButton
          label={texts.help}
          icon={CircleQuestionMark}
          aria-expanded={isHelpShown}
          onClick={() => setHelpShown(!isHelpShown)}
        />
        {isBeside && <IconButton label={texts.close} icon={X} onClick={close} />}
      </header>
      <SearchField
        className={styles.field}
        placeholder={texts.title}
        maxLength={MAX_TYPED}
        value={text}
        onChange={setSearchText}
        onSubmit={handleSubmit}
      />
      {isAll && <p className={styles.recorded}>{texts.recorded}</p>}
      <late.Failure>
        {part ? <part.SearchBody isHelpShown={isHelpShown} /> : <ListSkeleton />}
      </late.Failure>
    </section>
  );
}

/** The arrows lead from the field into the results, and back from the first of them. */
function walkPanel({ key, target, currentTarget }: KeyboardEvent<HTMLElement>): void {
  const field = currentTarget.querySelector('input');
  const results = currentTarget.querySelector('[data-results]');
  const first = results?.querySelector('button');
  const opened = results?.querySelector<HTMLElement>('[aria-current=true]');
  if (key === 'ArrowDown' && target === field) (opened ?? first)?.focus();
  if (key === 'ArrowUp' && target === first) field?.focus();
}

function handleSubmit(): void {
  rememberSearch(useSearchView.getState().text);
  submitSearch();
}

/** The field has it when somebody calls for the search, and the result that was left when they come back to it. */
function useFocus(panel: { current: HTMLElement | null }, isShown: boolean): void {
  const calls = useSearchView((view) => view.calls);
  const answered = useRef(0);
  useEffect(() => {
    if (!isShown) {
      giveFocusBack();
      return;
    }
    if (answered.current === calls) {
      const opened = panel.current?.querySelector<HTMLElement>('[aria-current=true]');
      opened?.focus({ preventScroll: true });
      return;
    }
    answered.current = calls;
    const field = panel.current?.querySelector('input');
    field?.focus();
    field?.select();
  }, [calls, isShown, panel]);
  useEffect(() => giveFocusBack, []);
}

interface PanelPlace {
  /** The panel is beside the page; otherwise it covers the page. */
  isBeside: boolean;
  isShown: boolean;
}

/** Where the panel is: over the page it is a step of the browser's history, which a result that is followed leaves. */
export function usePanelPlace(): PanelPlace {
  const isOpen = useSearchView((view) => view.isOpen);
  const isBeside = useMediaQuery(ROOMY);
  const isStep = useIsStep('isSearch');
  return { isBeside, isShown: isOpen && (isBeside || isStep) };
}

/** Takes the step, and gives the panel's way back. Beside the page it is a layer, which stays while chats are opened. */
function usePanelSteps({ isBeside }: PanelPlace): () => void {
  const calls = useSearchView((view) => view.calls);
  const taken = useRef(0);
  useEffect(() => {
    if (taken.current === calls) return;
    taken.current = calls;
    const step = readStep();
    if (isBeside || step.isSearch) return;
    // A conversation below stays open.
    goTo(window.location.pathname, { step: { ...step, isSearch: true } });
  }, [calls, isBeside]);
  useLayer(isBeside, closeSearch);
  useEndWithRealm();
  return () => {
    closeSearch();
    if (readStep().isSearch) goBack();
  };
}

/** The page 'Chats' searches other messages than all other pages. */
function useEndWithRealm(): void {
  const realm = realmOf(usePath());
  useEffect(() => {
    if (useSearchView.getState().realm !== realm) closeSearch();
  }, [realm]);
}

export function SearchButton() {
  return (
    <IconButton
      label={texts.title}
      icon={TextSearch}
      aria-keyshortcuts="Control+Shift+F Meta+Shift+F"
      onClick={() => openSearch()}
    />
  );
}

interface SearchInChatButtonProps {
  chatId: string;
  /** The name of the chat. */
  name: string;
}

/** For that chat alone. */
export function SearchInChatButton({ chatId, name }: SearchInChatButtonProps) {
  const handleClick = () =>
    openSearch({ filters: { ...noFilters, place: { kind: 'chat', id: chatId, name } } });
  return <IconButton label={texts.inThisChat} icon={TextSearch} onClick={handleClick} />;
}
