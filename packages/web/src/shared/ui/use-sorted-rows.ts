import { useMemo, useState } from 'react';

export type SortValue = string | number | null;

export interface Sort {
  key: string;
  isDescending: boolean;
}

interface SortableColumn<Row> {
  key: string;
  sortBy?: (row: Row) => SortValue;
}

const collator = new Intl.Collator('es', { numeric: true });

// What is missing comes last, whichever way the rest is turned.
function compare(one: SortValue, other: SortValue, direction: 1 | -1): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  if (typeof one === 'number' && typeof other === 'number') return (one - other) * direction;
  return collator.compare(String(one), String(other)) * direction;
}

function nextSort(sort: Sort | null, key: string): Sort | null {
  if (sort?.key !== key) return { key, isDescending: false };
  return sort.isDescending ? null : { key, isDescending: true };
}

/** Rows in the order of the column chosen: up, down, and back to the order they came in. */
export function useSortedRows<Row>(rows: Row[] | undefined, columns: SortableColumn<Row>[]) {
  const [sort, setSort] = useState<Sort | null>(null);
  const sortBy = columns.find((column) => column.key === sort?.key)?.sortBy;
  const sorted = useMemo(() => {
    if (!rows || !sort || !sortBy) return rows;
    const direction = sort.isDescending ? -1 : 1;
    return rows.toSorted((one, other) => compare(sortBy(one), sortBy(other), direction));
  }, [rows, sort, sortBy]);
  return { sorted, sort, toggleSort: (key: string) => setSort(nextSort(sort, key)) };
}
