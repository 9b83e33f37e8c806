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
  Smile,
  Trophy,
} from 'lucide-react';
import { type CategoryId, categoryIds } from '../emoji-data.ts';
import { emojisTexts as texts } from '../emojis.texts.ts';
import styles from './category-tabs.module.css';

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
export function CategoryTabs({ value, onChoose }: CategoryTabsProps) {
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
