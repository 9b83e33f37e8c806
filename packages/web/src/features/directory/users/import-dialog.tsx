import type { ImportedInvitation } from '@chat/contract/users';
import { Download, FileSpreadsheet, RotateCw } from 'lucide-react';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { saveFile } from '../../../shared/save-file.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { FormDialog, type LeaveQuestion } from '../../../shared/ui/form-dialog.tsx';
import { useConfig } from '../../system/api.ts';
import {
  countRows,
  invitationsCsv,
  mayCheckAgain,
  mayImportAgain,
  passwordFaultOf,
  useImportUsers,
  usePreviewImport,
} from './import.ts';
import styles from './import-dialog.module.css';
import { ImportOutcome, ImportPreview, type ImportSteps, OwnPassword } from './import-preview.tsx';
import { importTexts as texts } from './users.texts.ts';

/** A file of people: shown first, then registered all or none (rules/import-page 1). */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const preview = usePreviewImport();
  const run = useImportUsers();
  const canInvite = useConfig().data?.passwordLogin !== false;
  const [isInviting, setInviting] = useState(true);
  const [password, setPassword] = useState('');
  const links = useLinks(run.data?.invitations ?? []);
  const leave = leaveQuestionOf(run.isPending, links.areDue);
  useQuestionOfBrowser(leave !== undefined);
  const fault = passwordFaultOf(run.error);
  // The rows do not tell the roles: the server says that the file registers an administrator.
  const isPasswordAsked = fault !== undefined || run.variables?.currentPassword !== undefined;
  const isShown = preview.data && !run.isPending && !run.data && !isOutdated(run);
  const importFile = () => {
    if (!isShown || !isImportable({ preview, run })) return;
    run.mutate({
      file: preview.data.file,
      invite: canInvite && isInviting,
      currentPassword: isPasswordAsked ? password : undefined,
    });
  };
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={texts.title}
      leaveQuestion={leave}
      footer={
        run.data ? (
          <DoneButtons links={links} onClose={onClose} />
        ) : (
          <FileButtons preview={preview} run={run} onImport={importFile} />
        )
      }
    >
      <ImportOutcome preview={preview} run={run} />
      {isShown && isPasswordAsked && (
        <OwnPassword
          key={run.submittedAt}
          error={fault}
          value={password}
          onChange={setPassword}
          onEnter={importFile}
        />
      )}
      {isShown && (
        <ImportPreview
          key={preview.submittedAt}
          rows={preview.data.rows}
          canInvite={canInvite}
          isInviting={isInviting}
          onInvite={setInviting}
        />
      )}
    </FormDialog>
  );
}

/** After such a refusal the rows are no longer what the server would say of them. */
const isOutdated = (run: ImportSteps['run']) => run.error !== null && !mayImportAgain(run.error);

function isImportable({ preview, run }: ImportSteps): boolean {
  const { create, error } = countRows(preview.data?.rows ?? []);
  return create > 0 && error === 0 && !isOutdated(run);
}

/** Chooses a file, another one, or the same again; and imports what was shown. */
function FileButtons({ preview, run, onImport }: ImportSteps & { onImport: () => void }) {
  const check = (file: File) => {
    run.reset();
    preview.mutate(file);
  };
  const field = useRef<HTMLInputElement>(null);
  const takeFile = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const file = currentTarget.files?.[0];
    // So that the same file may be chosen again once it was mended.
    currentTarget.value = '';
    if (file) check(file);
  };
  const { create, error } = countRows(preview.data?.rows ?? []);
  const hasPeople = create + error > 0 && !isOutdated(run);
  const isUnchecked = isOutdated(run) || (preview.error !== null && mayCheckAgain(preview.error));
  const isOnly = !hasPeople && !isUnchecked;
  const kept = preview.data?.file ?? preview.variables;
  return (
    <>
      <input ref={field} type="file" accept=".csv,text/csv" hidden onChange={takeFile} />
      {!run.isPending && (
        <Button
          className={styles.step}
          variant={isOnly ? 'primary' : 'secondary'}
          icon={<FileSpreadsheet aria-hidden="true" />}
          isBusy={preview.isPending}
          onClick={() => field.current?.click()}
        >
          {preview.isIdle ? texts.choose : texts.chooseOther}
        </Button>
      )}
      {isUnchecked && kept && (
        <Button
          className={styles.step}
          icon={<RotateCw aria-hidden="true" />}
          onClick={() => check(kept)}
        >
          {texts.checkAgain}
        </Button>
      )}
      {hasPeople && (
        <Button
          className={styles.step}
          isBusy={run.isPending}
          disabled={!isImportable({ preview, run })}
          onClick={onImport}
        >
          {texts.start(create)}
        </Button>
      )}
    </>
  );
}

function leaveQuestionOf(isImporting: boolean, isUnsaved: boolean): LeaveQuestion | undefined {
  if (isImporting) return texts.leave.importing;
  return isUnsaved ? texts.leave.invitations : undefined;
}

/** The browser asks before the page is closed or loaded anew. */
function useQuestionOfBrowser(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isNeeded]);
}

/** The invitations, which are there once: whether somebody has still to save them, and how. */
function useLinks(invitations: ImportedInvitation[]) {
  const [isSaved, setSaved] = useState(false);
  const save = () => {
    saveFile(invitationsCsv(invitations), texts.invitationFile);
    setSaved(true);
  };
  return { areThere: invitations.length > 0, areDue: invitations.length > 0 && !isSaved, save };
}

interface DoneButtonsProps {
  links: ReturnType<typeof useLinks>;
  onClose: () => void;
}

function DoneButtons({ links, onClose }: DoneButtonsProps) {
  return (
    <>
      {links.areThere && (
        <Button
          className={styles.step}
          variant={links.areDue ? 'primary' : 'secondary'}
          icon={<Download aria-hidden="true" />}
          onClick={links.save}
        >
          {texts.download}
        </Button>
      )}
      {!links.areDue && (
        <Button className={styles.step} onClick={onClose}>
          {texts.close}
        </Button>
      )}
    </>
  );
}
