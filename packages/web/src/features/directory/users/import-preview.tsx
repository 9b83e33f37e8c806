import type { ImportRow } from '@chat/contract/import';
import { useMemo, useState } from 'react';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Switch } from '../../../shared/ui/switch.tsx';
import { Table } from '../../../shared/ui/table.tsx';
import type { Column } from '../../../shared/ui/table-head.tsx';
import { importTexts as texts } from './import.texts.ts';
import { countRows } from './import.ts';
import styles from './import-dialog.module.css';

interface ImportPreviewProps {
  rows: ImportRow[];
  canInvite: boolean;
  isInviting: boolean;
  onInvite: (isInviting: boolean) => void;
}

const order = { error: 0, create: 1, none: 2 };

const columns: Column<ImportRow>[] = [
  { key: 'row', header: texts.row, cell: ({ row }) => String(row), sortBy: ({ row }) => row },
  {
    key: 'email',
    header: texts.email,
    cell: ({ email }) => email,
    sortBy: ({ email }) => email,
    isHeading: true,
  },
  {
    key: 'outcome',
    header: texts.outcome,
    cell: (row) => <Outcome row={row} />,
    sortBy: ({ action }) => order[action],
  },
];

/** The fate of each row; a long file is drawn near the screen alone. */
export function ImportPreview(props: ImportPreviewProps) {
  const { rows, canInvite, isInviting, onInvite } = props;
  const counts = useMemo(() => countRows(rows), [rows]);
  const [hasOnlyErrors, setOnlyErrors] = useState(false);
  const shown = useMemo(
    () => (hasOnlyErrors ? rows.filter(({ action }) => action === 'error') : rows),
    [rows, hasOnlyErrors],
  );
  return (
    <>
      <div className={styles.summary}>
        <p className={styles.counts} role="status">
          <Badge tone={counts.create > 0 ? 'success' : 'neutral'}>
            {texts.counts.create(counts.create)}
          </Badge>
          <Badge tone="neutral">{texts.counts.none(counts.none)}</Badge>
          <Badge tone={counts.error > 0 ? 'danger' : 'neutral'}>
            {texts.counts.error(counts.error)}
          </Badge>
        </p>
        {counts.error > 0 && (
          <Switch label={texts.onlyErrors} checked={hasOnlyErrors} onChange={setOnlyErrors} />
        )}
      </div>
      {counts.error > 0 && <p className={styles.hint}>{texts.mend}</p>}
      {counts.error === 0 && counts.create === 0 && (
        <p className={styles.hint}>{texts.nothingNew}</p>
      )}
      {counts.error === 0 && counts.create > 0 && canInvite && (
        <Switch
          label={texts.invite}
          hint={isInviting ? texts.inviteHint : texts.withoutPassword}
          checked={isInviting}
          onChange={onInvite}
        />
      )}
      <div className={styles.rows}>
        <Table
          // Another choice of rows begins at its top.
          key={String(hasOnlyErrors)}
          label={texts.preview}
          columns={columns}
          rows={shown}
          rowKey={({ row }) => String(row)}
          empty={null}
        />
      </div>
    </>
  );
}

function Outcome({ row: { action, errors } }: { row: ImportRow }) {
  if (action !== 'error')
    return (
      <Badge tone={action === 'create' ? 'success' : 'neutral'}>{texts.actions[action]}</Badge>
    );
  return (
    <ul className={styles.errors}>
      {Object.entries(errors).flatMap(([column, reasons]) =>
        reasons.map((reason) => <li key={column + reason}>{texts.cell(column, reason)}</li>),
      )}
    </ul>
  );
}
