import { useEffect, useRef } from 'react';
import { afterPaint } from '../../../../shared/after-paint.ts';
import type { Position } from './use-message-list.ts';

/** Tells what is shown once it is painted: nobody has seen it before. What comes faster than that does not hold it back. */
export function useShown(
  position: Position,
  onShown: ((shown: Position) => void) | undefined,
): void {
  const newest = useRef({ position, onShown });
  const callOff = useRef<(() => void) | undefined>(undefined);
  useEffect(() => {
    newest.current = { position, onShown };
    const report = (painted: Position) => {
      callOff.current = undefined;
      newest.current.onShown?.(painted);
      if (newest.current.position !== painted) wait(newest.current.position);
    };
    const wait = (next: Position) => {
      callOff.current = afterPaint(() => report(next));
    };
    if (!callOff.current) wait(position);
  }, [position, onShown]);
  useEffect(
    () => () => {
      callOff.current?.();
      callOff.current = undefined;
    },
    [],
  );
}
