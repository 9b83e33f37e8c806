import { Tabs } from '@base-ui/react/tabs';
import {
  Apple,
  Clock,
  Flag,
  Hash,
  Lightbulb,
  type LucideIcon,
  PawPrint,
  Plane,
  Search,
  Smile,
  Trophy,
} from 'lucide-react';
import { type KeyboardEventHandler, useEffect, useId, useRef, useState } from 'react';
import { EmojiImage } from '../../../shared/ui/emoji-image.tsx';
import {
  type CategoryId,
  categoryIds,
  type Emoji,
  type SkinTone,
  skinTones,
} from './emoji-data.ts';
import { cellId, EmojiGrid, useEmojiGrid } from './emoji-grid.tsx';
import styles from './emoji-picker.module.css';
import { useEmojiSections, useRecents, useTone } from './emoji-sections.ts';
import { emojisTexts as texts } from './emojis.texts.ts';

interface EmojiPickerProps {
  onPick: (emoji: string) => void;
}

/** Fills the box it is put into. The keys stay in the search field while the arrows walk through the grid. */
export function EmojiPicker({ onPick }: EmojiPickerProps) {
  const [search, setSearch] = useState('');
  const [tone, setTone] = useTone();
  const [recents, pick] = useRecents(onPick);
  const scroller = useRef<HTMLDivElement>(null);
  const gridId = useId();
  const sections = useEmojiSections(recents, search, tone);
  const grid = useEmojiGrid(sections, scroller, pick);
  const { active, setActive } = grid;
  const goAfterSearch = useGoAfterSearch(search, grid.goToSection);

  const handleSearch = (text: string) => {
    setSearch(text);
    setActive(null);
    if (scroller.current) scroller.current.scrollTop = 0;
  };
  const handleCategory = (id: string) => {
    setSearch('');
    setActive(null);
    goAfterSearch(id);
  };

  return (
    <div className={styles.picker}>
      <SearchField
        value={search}
        onChange={handleSearch}
        onKeyDown={grid.handleKeyDown}
        gridId={gridId}
        activeId={active === null ? undefined : cellId(gridId, active)}
      />
      <CategoryTabs
        value={search.trim() === '' ? grid.sectionInSight : null}
        onChoose={handleCategory}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it */}
      <div ref={scroller} className={styles.scroller} tabIndex={0}>
        {sections.length === 0 && (
          <p className={styles.none} role="status">
            {texts.noneFound}
          </p>
        )}
        <EmojiGrid
          id={gridId}
          rows={grid.rows}
          virtualizer={grid.virtualizer}
          active={active}
          onPoint={setActive}
          onPick={pick}
        />
      </div>
      <footer className={styles.footer}>
        <Preview emoji={grid.activeEmoji} />
        <ToneChoice value={tone} onChange={setTone} />
      </footer>
    </div>
  );
}

/** A category asked for during a search is there only once the search is gone. */
function useGoAfterSearch(search: string, goToSection: (id: string) => void) {
  const [wanted, setWanted] = useState<string | null>(null);
  useEffect(() => {
    if (wanted === null || search !== '') return;
    goToSection(wanted);
    setWanted(null);
  }, [wanted, search, goToSection]);
  return setWanted;
}

interface SearchFieldProps {
  value: string;
  onChange: (text: string) => void;
  onKeyDown: KeyboardEventHandler;
  gridId: string;
  /** The cell of the grid that the arrows have come to. */
  activeId: string | undefined;
}

function SearchField({ value, onChange, onKeyDown, gridId, activeId }: SearchFieldProps) {
  return (
    <label className={styles.search}>
      <Search aria-hidden="true" />
      <input
        ref={focusUnlessTouched}
        type="search"
        autoComplete="off"
        aria-label={texts.search}
        placeholder={texts.search}
        aria-controls={gridId}
        aria-activedescendant={activeId}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
      />
    </label>
  );
}

/** On a touch screen the keyboard waits until it is asked for. */
function focusUnlessTouched(input: HTMLInputElement | null): void {
  if (window.matchMedia('(hover: hover)').matches) input?.focus({ preventScroll: true });
}

function Preview({ emoji }: { emoji: Emoji | undefined }) {
  return (
    <p className={styles.preview} aria-hidden="true">
      {emoji && <EmojiImage emoji={emoji.emoji} />}
      <span className={styles.name}>{emoji?.name ?? texts.hint}</span>
    </p>
  );
}

const icons: Record<CategoryId | 'recents', LucideIcon> = {
  recents: Clock,
  smileys_people: Smile,
  animals_nature: PawPrint,
  food_drink: Apple,
  travel_places: Plane,
  activities: Trophy,
  objects: Lightbulb,
  symbols: Hash,
  flags: Flag,
};

interface CategoryTabsProps {
  /** The one in sight; none while a search shows what it found. */
  value: string | null;
  onChoose: (id: string) => void;
}

/** Nine (rules/emojis 1): each leads to its part of the grid, and shows where one is in it. */
function CategoryTabs({ value, onChoose }: CategoryTabsProps) {
  return (
    <Tabs.Root value={value} onValueChange={(id: string) => onChoose(id)}>
      <Tabs.List className={styles.tabs} aria-label={texts.categoryTabs}>
        {(['recents', ...categoryIds] as const).map((id) => {
          const Icon = icons[id];
          return (
            <Tabs.Tab
              key={id}
              value={id}
              className={styles.tab}
              aria-label={texts.categories[id]}
              title={texts.categories[id]}
              // The one in sight may be asked for again, from within a search or further down in it.
              onClick={() => onChoose(id)}
            >
              <Icon aria-hidden="true" />
            </Tabs.Tab>
          );
        })}
      </Tabs.List>
    </Tabs.Root>
  );
}

interface ToneChoiceProps {
  value: SkinTone;
  onChange: (tone: SkinTone) => void;
}

const HAND = '✋';

/** Six, neutral first (rules/emojis 2), all in sight. */
function ToneChoice({ value, onChange }: ToneChoiceProps) {
  const name = useId();
  return (
    <fieldset className={styles.tones}>
      <legend className="visually-hidden">{texts.tone}</legend>
      {skinTones.map((tone) => (
        <label key={tone} className={styles.tone} title={texts.tones[tone]}>
          <input
            type="radio"
            name={name}
            className="visually-hidden"
            aria-label={texts.tones[tone]}
            checked={tone === value}
            onChange={() => onChange(tone)}
          />
          <EmojiImage emoji={handIn(tone)} />
        </label>
      ))}
    </fieldset>
  );
}

const handIn = (tone: SkinTone) =>
  tone === 'neutral' ? HAND : HAND + String.fromCodePoint(Number.parseInt(tone, 16));
