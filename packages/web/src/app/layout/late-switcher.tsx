import { type ComponentProps, useState } from 'react';
import type { QuickSwitcher } from '../../features/quick-switcher/quick-switcher.tsx';
import { useFetchedWhenIdle } from '../../shared/hooks/use-fetched-when-idle.ts';
import { useLayer } from '../../shared/layers.ts';
import { latePart } from '../../shared/ui/late-part.tsx';
import { WaitingField } from './waiting-field.tsx';

const late = latePart(() => import('../../features/quick-switcher/quick-switcher.tsx'));

/** Who presses Ctrl+K types on at once: the file is best there before. */
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
