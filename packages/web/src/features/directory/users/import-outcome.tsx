import { CircleAlert, CircleCheck, FileSpreadsheet } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { socket } from '../../../shared/socket.ts';
import { Spinner } from '../../../shared/ui/button.tsx';
import { PasswordField } from '../../../shared/ui/text-field.tsx';
import { withBreaks } from '../../../shared/ui/with-breaks.tsx';
import { useConfig } from '../../system/api.ts';
import { importTexts as texts } from './import.texts.ts';
import {
  type ImportProblem,
  importProblemOf,
  passwordFaultOf,
  problemOf,
  type useImportUsers,
  type usePreviewImport,
} from './import.ts';
import styles from './import-dialog.module.css';
import { usersTexts } from './users.texts.ts';

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
