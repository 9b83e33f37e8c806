import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { FailureState } from './failure-state.tsx';
import { Skeleton } from './skeleton.tsx';
import styles from './table.module.css';
import { uiTexts } from './ui.texts.ts';

export interface Column<Row> {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  align?: 'end';
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
  if (isFailed && !rows) return <FailureState {...(onRetry && { onRetry })} />;
  if (rows?.length === 0) return <div className={styles.frame}>{empty}</div>;
  return (
    <div className={styles.frame}>
      <table className={styles.table} aria-label={label} aria-busy={!rows}>
        <thead className={styles.head}>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" data-align={column.align}>
                {column.header}
              </th>
            ))}
            {actions && (
              <th scope="col">
                <span className="visually-hidden">{uiTexts.actions}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows?.map((row) => <TableRow key={props.rowKey(row)} row={row} {...props} />) ?? (
            <WaitingRows count={columns.length + (actions ? 1 : 0)} />
          )}
        </tbody>
      </table>
    </div>
  );
}

function TableRow<Row>({ row, columns, actions, isBlocked }: TableProps<Row> & { row: Row }) {
  return (
    <tr className={cx(styles.row, isBlocked?.(row) && styles.blocked)}>
      {columns.map((column) => (
        <td key={column.key} data-label={column.header} data-align={column.align}>
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
