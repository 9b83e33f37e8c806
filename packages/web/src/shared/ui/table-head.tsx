import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import styles from './table.module.css';
import { uiTexts } from './ui.texts.ts';

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

interface TableHeadProps<Row> {
  columns: Column<Row>[];
  hasActions: boolean;
  sort: Sort | null;
  onSort: (key: string) => void;
}

export function TableHead<Row>({ columns, hasActions, sort, onSort }: TableHeadProps<Row>) {
  return (
    <thead className={styles.head}>
      <tr>
        {columns.map((column) => (
          <HeadCell key={column.key} column={column} sort={sort} onSort={onSort} />
        ))}
        {hasActions && (
          <th scope="col">
            <span className="visually-hidden">{uiTexts.actions}</span>
          </th>
        )}
      </tr>
    </thead>
  );
}

interface HeadCellProps<Row> {
  column: Column<Row>;
  sort: Sort | null;
  onSort: (key: string) => void;
}

function HeadCell<Row>({ column, sort, onSort }: HeadCellProps<Row>) {
  const { key, header, align, sortBy } = column;
  if (!sortBy) {
    return (
      <th scope="col" data-align={align}>
        {header}
      </th>
    );
  }
  const order = sort?.key === key ? orderOf(sort) : undefined;
  const Icon = order ? icons[order] : ChevronsUpDown;
  return (
    <th scope="col" data-align={align} data-sortable aria-sort={order}>
      <button type="button" className={styles.sort} onClick={() => onSort(key)}>
        {header}
        <Icon aria-hidden="true" />
      </button>
    </th>
  );
}

const icons = { ascending: ArrowUp, descending: ArrowDown };
const orderOf = (sort: Sort) => (sort.isDescending ? 'descending' : 'ascending');

type SortValue = string | number | null;

interface Sort {
  key: string;
  isDescending: boolean;
}

interface SortableColumn<Row> {
  key: string;
  sortBy?: (row: Row) => SortValue;
}

const collator = new Intl.Collator('es', { numeric: true });

// Missing values come last, in both directions of sorting.
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
