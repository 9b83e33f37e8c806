import {
  memo,
  type ReactNode,
  type Ref,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { TABLET, useMediaQuery } from '../hooks/browser.ts';
import { useVisibleRows } from '../hooks/use-visible-rows.ts';
import { useSteady } from '../hooks/values.ts';
import { cx } from './cx.ts';
import { FailureState, Skeleton } from './placeholders.tsx';
import styles from './table.module.css';
import { type Column, TableHead, useSortedRows } from './table-head.tsx';
import { uiTexts } from './ui.texts.ts';
import { withBreaks } from './with-breaks.tsx';

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

/** The height of a row with one line; a row with two buttons or lines is measured when it is drawn. */
const ROW_HEIGHT = 57;
const NONE: never[] = [];

/** A table that becomes a stack of cards where it has no room, and draws only what is near the screen where it is long. */
export function Table<Row>(props: TableProps<Row>) {
  const { label, columns, rowKey, isBlocked, actions, isFailed, onRetry, empty } = props;
  const rows = useSteady(props.rows);
  const { sorted, sort, toggleSort } = useSortedRows(rows, columns);
  const { list, slots, measure, isWhole, holding } = useVisibleRows<HTMLTableSectionElement, Row>({
    items: sorted ?? NONE,
    keyOf: rowKey,
    height: ROW_HEIGHT,
  });
  const table = useRef<HTMLTableElement>(null);
  const widths = useColumnWidths(table, !isWhole && slots.length > 1);
  if (isFailed && !rows) return <FailureState {...(onRetry && { onRetry })} />;
  if (rows?.length === 0) return <div className={styles.frame}>{empty}</div>;
  const columnCount = columns.length + (actions ? 1 : 0);
  return (
    <div className={styles.frame}>
      <table
        ref={table}
        className={cx(styles.table, widths && styles.fixed)}
        aria-label={label}
        aria-busy={!rows}
        aria-rowcount={isWhole || !sorted ? undefined : sorted.length + 1}
      >
        {widths && <ColumnWidths columns={columns} widths={widths} />}
        <TableHead
          columns={columns}
          hasActions={Boolean(actions)}
          sort={sort}
          onSort={toggleSort}
        />
        <tbody ref={list} {...holding}>
          {!sorted && <WaitingRows count={columnCount} />}
          {sorted &&
            slots.map((slot) =>
              'height' in slot ? (
                <Gap key={slot.key} height={slot.height} columnCount={columnCount} />
              ) : (
                <TableRow
                  key={slot.key}
                  ref={measure}
                  row={slot.item}
                  index={isWhole ? undefined : slot.index}
                  {...{ columns, isBlocked, actions }}
                />
              ),
            )}
        </tbody>
      </table>
    </div>
  );
}

function ColumnWidths({ columns, widths }: { columns: { key: string }[]; widths: string[] }) {
  return (
    <colgroup>
      {[...columns, { key: 'actions' }].slice(0, widths.length).map(({ key }, place) => (
        <col key={key} style={{ width: widths[place] }} />
      ))}
    </colgroup>
  );
}

// An empty row should not be announced.
const room = { role: 'none' } as const;

/** The room of rows that are not drawn. */
function Gap({ height, columnCount }: { height: number; columnCount: number }) {
  return (
    <tr {...room} className={styles.gap}>
      <td {...room} colSpan={columnCount} style={{ height }} />
    </tr>
  );
}

interface TableRowProps<Row> {
  ref: Ref<HTMLTableRowElement> | undefined;
  row: Row;
  /** Its place, where not all rows are drawn. */
  index: number | undefined;
  columns: Column<Row>[];
  isBlocked: ((row: Row) => boolean) | undefined;
  actions: ((row: Row) => ReactNode) | undefined;
}

function PlainTableRow<Row>({ ref, row, index, columns, isBlocked, actions }: TableRowProps<Row>) {
  const heading = columns.find((column) => column.isHeading) ?? columns[0];
  return (
    <tr
      ref={ref}
      className={cx(styles.row, isBlocked?.(row) && styles.blocked)}
      data-index={index}
      // The head is the first.
      aria-rowindex={index === undefined ? undefined : index + 2}
    >
      {columns.map((column) => (
        <td
          key={column.key}
          data-label={column.header}
          data-align={column.align}
          data-heading={column === heading || undefined}
        >
          <div className={styles.cell}>{broken(column.cell(row))}</div>
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

const broken = (content: ReactNode) =>
  typeof content === 'string' ? withBreaks(content) : content;

// Scrolling draws the rows that come, not those that stay.
const TableRow = memo(PlainTableRow) as typeof PlainTableRow;

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

/**
 * The widths that the first rows give the columns, kept from then on: rows that come and go while scrolling would
 * move the columns. Undefined as long as they are free.
 */
function useColumnWidths(
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
