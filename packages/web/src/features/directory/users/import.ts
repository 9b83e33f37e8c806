import { csvMark, csvSeparator, guardedCell } from '@chat/contract/csv';
import { type ImportedInvitation, type ImportRow, importUsers } from '@chat/contract/users';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError, errorMessage } from '../../../shared/api-error.ts';
import { callApi } from '../../../shared/call-api.ts';
import { useSingleMutation } from '../../../shared/toast/mutations.ts';
import { importTexts as texts } from './users.texts.ts';

interface ImportCounts {
  create: number;
  none: number;
  error: number;
}

export function countRows(rows: readonly ImportRow[]): ImportCounts {
  const counts = { create: 0, none: 0, error: 0 };
  for (const { action } of rows) counts[action] += 1;
  return counts;
}

/** Why a file, or its import, was refused: a sentence, and a line for each row that is wrong. */
export interface ImportProblem {
  message: string;
  lines: string[];
}

export function problemOf(error: Error): ImportProblem {
  if (!(error instanceof ApiError)) return { message: texts.unreadable, lines: [] };
  const lines = error.errors.file ?? [];
  const [only, ...more] = lines;
  // The reason alone says more than the envelope's sentence.
  if (only !== undefined && more.length === 0) return { message: only, lines: [] };
  return { message: errorMessage(error, texts.failed), lines };
}

/** An answer that was lost says nothing about what the server did. */
export const importProblemOf = (error: Error): ImportProblem =>
  error instanceof ApiError && error.status === 0
    ? { message: texts.unknown, lines: [] }
    : problemOf(error);

/** Why the caller's own password is asked for: the file registers an administrator, or the password given was wrong. */
export const passwordFaultOf = (error: Error | null): string | undefined =>
  error instanceof ApiError ? error.errors.currentPassword?.[0] : undefined;

const statusOf = (error: Error) => (error instanceof ApiError ? error.status : undefined);
const BUSY = [409, 429];

/** Nothing is wrong with the file: the same import may succeed later. */
export const mayImportAgain = (error: Error): boolean =>
  passwordFaultOf(error) !== undefined || BUSY.includes(statusOf(error) ?? 0);

/** The server has not said that the file is wrong. */
export function mayCheckAgain(error: Error): boolean {
  const status = statusOf(error);
  return status !== undefined && (status === 0 || status === 429 || status >= 500);
}

/** As large as a file may be that the server takes, in bytes. */
const MAX_BYTES = 10 * 1024 * 1024;

/**
 * The file as it is now. The import takes the bytes that were previewed, even where the file is saved again meanwhile. A
 * file that is too large stays on the disk, and the server refuses it.
 */
export async function holdFile(file: File): Promise<File> {
  if (file.size > MAX_BYTES) return file;
  return new File([await file.arrayBuffer()], file.name, { type: 'text/csv' });
}

/** Fields come before the file: the server reads them in that order. */
function formOf(file: File, fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', file);
  return form;
}

/** Reads what an import would do with each row; nothing is written. */
export const usePreviewImport = () =>
  useSingleMutation({
    mutationFn: async (chosen: File) => {
      const file = await holdFile(chosen);
      const call = { query: { dryRun: '1' }, form: formOf(file, {}) } as const;
      const { content } = await callApi(importUsers, call);
      if (!('rows' in content)) throw new Error('The answer is no preview');
      return { file, rows: content.rows };
    },
  });

interface Import {
  file: File;
  invite: boolean;
  /** The caller's own, once it was asked for; blank for those who have none. */
  currentPassword: string | undefined;
}

export function useImportUsers() {
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: async ({ file, invite, currentPassword }: Import) => {
      const form = formOf(file, {
        ...(invite && { invite: '1' }),
        ...(currentPassword && { currentPassword }),
      });
      const { content } = await callApi(importUsers, { form });
      if (!('created' in content)) throw new Error('The answer is no import');
      return content;
    },
    onSettled: () => void queryClient.invalidateQueries(),
  });
}

/** A cell that a table program neither calculates nor divides. */
function cellOf(text: string): string {
  const plain = guardedCell(text);
  return /[";\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** A CSV as all of the product's are: UTF-8 with mark, `;`, CRLF. */
export const toCsv = (rows: readonly string[][]): Blob => {
  const lines = rows.map((row) => `${row.map(cellOf).join(csvSeparator)}\r\n`);
  return new Blob([csvMark, ...lines], { type: 'text/csv;charset=utf-8' });
};

const until = new Intl.DateTimeFormat('es', { dateStyle: 'short', timeStyle: 'short' });

export const invitationsCsv = (invitations: readonly ImportedInvitation[]): Blob =>
  toCsv([
    texts.invitationColumns,
    ...invitations.map(({ email, url, expiresAt }) => [
      email,
      url,
      until.format(new Date(expiresAt)),
    ]),
  ]);
