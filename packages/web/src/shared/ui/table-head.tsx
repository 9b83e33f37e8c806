import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import styles from './table.module.css';
import type { Column } from './table-column.ts';
import { uiTexts } from './ui.texts.ts';
import type { Sort } from './use-sorted-rows.ts';

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
