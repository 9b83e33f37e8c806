import type { ReactNode } from 'react';
import type { SortValue } from './use-sorted-rows.ts';

export interface Column<Row> {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Makes the column sortable by what it gives. */
  sortBy?: (row: Row) => SortValue;
  align?: 'end';
  /** Heads the card where the table becomes cards; otherwise the first column does. */
  isHeading?: boolean;
}
