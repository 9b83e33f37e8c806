import { Search } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { layoutTexts } from './layout.texts.ts';
import styles from './waiting-field.module.css';

interface WaitingFieldProps {
  /** What had the focus, and gets it back. */
  opener: HTMLElement | null;
  typed: string;
  onType: (text: string) => void;
  onCompose: (isComposing: boolean) => void;
  onClose: () => void;
}

/** Stands where the quick switcher's field will be, and looks like it. */
export function WaitingField(props: WaitingFieldProps) {
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
