import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { FailureState } from './failure-state.tsx';
import { Skeleton } from './skeleton.tsx';
import styles from './table.module.css';
import { TableHead } from './table-head.tsx';
import { uiTexts } from './ui.texts.ts';
import { type SortValue, useSortedRows } from './use-sorted-rows.ts';

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

interface TableProps<Row> {
  label: string;
  columns: Column<Row>[];
  /** Undefined while they are read. */
  rows: Row[] | undefined;
  rowKey: (row: Row) => string;
  /** Styled as out of use (blocked people). */
  isBlocked?: (row: Row) => boolean;
  /** Last, unnamed column: row menu and buttons. */
  actions?: (row: Row) => ReactNode;
  isFailed?: boolean;
  onRetry?: () => void;
  /** Stands there when there are no rows. */
  empty: ReactNode;
}

/** A table that becomes a stack of cards where it has no room. */
export function Table<Row>(props: TableProps<Row>) {
  const { label, columns, rows, actions, isFailed, onRetry, empty } = props;
  const { sorted, sort, toggleSort } = useSortedRows(rows, columns);
  if (isFailed && !rows) return <FailureState {...(onRetry && { onRetry })} />;
  if (rows?.length === 0) return <div className={styles.frame}>{empty}</div>;
  return (
    <div className={styles.frame}>
      <table className={styles.table} aria-label={label} aria-busy={!rows}>
        <TableHead
          columns={columns}
          hasActions={Boolean(actions)}
          sort={sort}
          onSort={toggleSort}
        />
        <tbody>
          {sorted?.map((row) => <TableRow key={props.rowKey(row)} row={row} {...props} />) ?? (
            <WaitingRows count={columns.length + (actions ? 1 : 0)} />
          )}
        </tbody>
      </table>
    </div>
  );
}

function TableRow<Row>({ row, columns, actions, isBlocked }: TableProps<Row> & { row: Row }) {
  const heading = columns.find((column) => column.isHeading) ?? columns[0];
  return (
    <tr className={cx(styles.row, isBlocked?.(row) && styles.blocked)}>
      {columns.map((column) => (
        <td
          key={column.key}
          data-label={column.header}
          data-align={column.align}
          data-heading={column === heading || undefined}
        >
          <div className={styles.cell}>{column.cell(row)}</div>
        </td>
      ))}
      {actions && (
        <td className={styles.actions}>
          <div className={styles.buttons}>{actions(row)}</div>
        </td>
      )}
    </tr>
  );
}

const waitingRows = ['first', 'second', 'third', 'fourth', 'fifth'];

function WaitingRows({ count }: { count: number }) {
  return waitingRows.map((row, index) => (
    <tr key={row} className={styles.row}>
      <td colSpan={count}>
        {index === 0 && <span className="visually-hidden">{uiTexts.loading}</span>}
        <Skeleton width={`${70 - index * 9}%`} height="1.25rem" />
      </td>
    </tr>
  ));
}
