import { type RefObject, useLayoutEffect, useState } from 'react';
import { TABLET } from '../breakpoints.ts';
import { useMediaQuery } from '../hooks/use-media-query.ts';

/**
 * The widths that the first rows give the columns, kept from then on: rows that come and go while scrolling would
 * move the columns. Undefined as long as they are free.
 */
export function useColumnWidths(
  table: RefObject<HTMLTableElement | null>,
  isKept: boolean,
): string[] | undefined {
  // On cards there are no columns to measure.
  const isTable = useMediaQuery(TABLET);
  const [widths, setWidths] = useState<string[]>();
  useLayoutEffect(() => {
    const whole = table.current?.offsetWidth;
    if (!isKept || !isTable || !table.current || !whole) return;
    const cells = [...table.current.querySelectorAll('th')];
    setWidths(cells.map((cell) => `${(cell.offsetWidth / whole) * 100}%`));
    return () => setWidths(undefined);
  }, [table, isKept, isTable]);
  return widths;
}
