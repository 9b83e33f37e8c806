import { Dialog } from '@base-ui/react/dialog';
import { Search, X } from 'lucide-react';
import { type KeyboardEventHandler, type RefObject, useLayoutEffect } from 'react';
import { IconButton } from '../../../shared/ui/icon-button.tsx';
import { uiTexts } from '../../../shared/ui/ui.texts.ts';
import { quickSwitcherTexts as texts } from '../quick-switcher.texts.ts';
import styles from './quick-switcher.module.css';

interface SwitcherFieldProps {
  ref: RefObject<HTMLInputElement | null>;
  listId: string;
  /** The highlighted option, when there is one. */
  optionId: string | undefined;
  typed: string;
  onType: (text: string) => void;
  onKeyDown: KeyboardEventHandler;
}

/** It keeps the focus while the keys move through the list. */
export function SwitcherField(props: SwitcherFieldProps) {
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
