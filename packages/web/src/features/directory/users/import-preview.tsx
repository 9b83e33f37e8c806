import type { ImportRow } from '@chat/contract/users';
import { CircleAlert, CircleCheck, FileSpreadsheet } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { socket } from '../../../shared/socket.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Spinner } from '../../../shared/ui/button.tsx';
import { Switch } from '../../../shared/ui/switch.tsx';
import { Table } from '../../../shared/ui/table.tsx';
import type { Column } from '../../../shared/ui/table-head.tsx';
import { PasswordField } from '../../../shared/ui/text-field.tsx';
import { withBreaks } from '../../../shared/ui/with-breaks.tsx';
import { useConfig } from '../../system/api.ts';
import {
  countRows,
  type ImportProblem,
  importProblemOf,
  passwordFaultOf,
  problemOf,
  type useImportUsers,
  type usePreviewImport,
} from './import.ts';
import styles from './import-dialog.module.css';
import { importTexts as texts, usersTexts } from './users.texts.ts';

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

export interface ImportSteps {
  preview: ReturnType<typeof usePreviewImport>;
  run: ReturnType<typeof useImportUsers>;
}

/** The fate of the file so far, apart from its rows. */
export function ImportOutcome({ preview, run }: ImportSteps) {
  if (run.data) return <Result {...run.data} />;
  if (run.isPending) return <Progress total={preview.data?.rows.length ?? 0} />;
  if (preview.isIdle) return <Introduction />;
  if (preview.isPending) return <Reading name={preview.variables.name} />;
  return (
    <>
      <p className={styles.file}>
        <FileSpreadsheet aria-hidden="true" />
        <span>{withBreaks(preview.variables.name)}</span>
      </p>
      {preview.error && <Problem {...problemOf(preview.error)} />}
      {/* The fault of the password stands at its field. */}
      {run.error && !passwordFaultOf(run.error) && <Problem {...importProblemOf(run.error)} />}
    </>
  );
}

function Introduction() {
  return (
    <div className={styles.introduction}>
      <p>{texts.intro}</p>
      <p>{texts.columns}</p>
      <ul className={styles.columns}>
        <li>{texts.needed}</li>
        <li>{texts.others}</li>
      </ul>
    </div>
  );
}

function Reading({ name }: { name: string }) {
  return (
    <p className={styles.waiting} role="status">
      <Spinner size={22} />
      <span>{withBreaks(texts.reading(name))}</span>
    </p>
  );
}

function Problem({ message, lines }: ImportProblem) {
  return (
    <div className={styles.problem} role="alert">
      <CircleAlert aria-hidden="true" />
      <div>
        <p>{message}</p>
        {lines.length > 0 && (
          <ul>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

/** How far the server has come (rules/import-page 6). */
function Progress({ total }: { total: number }) {
  const [come, setCome] = useState({ done: 0, total });
  useEffect(() => {
    socket.on('import:progress', setCome);
    return () => void socket.off('import:progress', setCome);
  }, []);
  const said = texts.progress(come.done, come.total);
  return (
    <div className={styles.progress}>
      <p role="status">{texts.importing}</p>
      <progress aria-label={texts.importing} max={come.total || 1} value={come.done} />
      <p className={styles.hint}>{said}</p>
    </div>
  );
}

interface ResultProps {
  created: number;
  unchanged: number;
  invitations: unknown[];
}

function Result({ created, unchanged, invitations }: ResultProps) {
  return (
    <div className={styles.result} role="status">
      <CircleCheck aria-hidden="true" />
      <p className={styles.done}>{texts.done}</p>
      <p>
        {texts.created(created)}, {texts.unchanged(unchanged)}
      </p>
      {invitations.length > 0 && <p className={styles.hint}>{texts.downloadHint}</p>}
    </div>
  );
}

interface OwnPasswordProps {
  error: string | undefined;
  value: string;
  onChange: (password: string) => void;
  onEnter: () => void;
}

/** The caller's own password, once the server has asked for it; writing goes on here (rules/import-page 10). */
export function OwnPassword({ error, value, onChange, onEnter }: OwnPasswordProps) {
  const oidcName = useConfig().data?.oidcName;
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onEnter();
      }}
    >
      <PasswordField
        ref={field}
        label={usersTexts.ownPassword}
        hint={oidcName && usersTexts.ownPasswordHint(oidcName)}
        autoComplete="current-password"
        error={error}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </form>
  );
}
