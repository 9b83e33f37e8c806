import { messageErrors } from '@chat/contract/checks';
import type { FormFileField } from '@chat/contract/route';
import type { Imported, ImportPreview } from '@chat/contract/users';
import type { Db } from '../../../db/database.ts';
import { orRefuse } from '../../../db/faults.ts';
import { sessionRoom } from '../../../realtime/live-sockets.ts';
import { CsvFault, readCsv } from '../../../shared/csv.ts';
import { AppError, conflict, invalidField, unauthorized } from '../../../shared/errors.ts';
import { mapInTurns } from '../../../shared/event-loop.ts';
import { newUuid } from '../../../shared/new-uuid.ts';
import { recordAct, recordForPairs, recordForPeople } from '../../audit/audit.actions.ts';
import type { ChatContext } from '../../chat/context.ts';
import { recountGroupChats } from '../../chat/members/chat-membership.actions.ts';
import { announceGroups } from '../audiences/audiences.actions.ts';
import { holdFirstGroups, joinAsNewcomers } from '../groups/participants.actions.ts';
import { assertOwnPassword, assertPasswordLogin, type Caller } from '../users/passwords.actions.ts';
import { findDeviceOfSession, insertInvitations } from '../users/passwords.queries.ts';
import { usersTexts } from '../users/users.access.ts';
import { insertPeople } from '../users/users.queries.ts';
import {
  type CheckedRow,
  describeErrors,
  draftReader,
  findColumns,
  findNamedPlaces,
  type NewPerson,
  rowChecker,
} from './import.access.ts';
import { type DrawnInvitation, drawInvitation } from './invitations.actions.ts';
import { findKnownEmails, takeImportLock } from './people-csv.queries.ts';
import { announceUserChanged } from './users.actions.ts';

const MAX_ROWS = 10_000;
const MAX_COLUMNS = 200;
const MAX_ERRORS = 100;
// People that one statement writes; after each part the page learns how far it is.
const AT_ONCE = 1_000;

const texts = {
  noCsv: 'El archivo no es un CSV en UTF-8 o Windows-1252. Guárdalo como «CSV UTF-8».',
  missing: (columns: string[]) =>
    `La primera fila debe nombrar las columnas. Falta: ${columns.join(', ')}.`,
  repeated: (columns: string[]) => `Hay columnas repetidas en la cabecera: ${columns.join(', ')}.`,
  noRows: 'El archivo no tiene ninguna persona.',
  tooManyRows: 'El archivo tiene más de 10 000 filas.',
  tooManyColumns: 'El archivo tiene más de 200 columnas.',
  badRow: (row: number) =>
    `No se puede leer la fila ${row}: faltan unas comillas de cierre o es demasiado larga.`,
  wrongRows: 'Hay filas con errores. No se ha importado nada.',
  registeredMeanwhile:
    'Mientras tanto se ha registrado a una de estas personas. Comprueba el archivo otra vez.',
  running: 'Ya hay otra importación en marcha. Espera a que termine.',
};

const faultTexts: Record<CsvFault['kind'], (row: number) => string> = {
  encoding: () => texts.noCsv,
  quotes: texts.badRow,
  columns: () => texts.tooManyColumns,
  rows: () => texts.tooManyRows,
};

function pickColumns(header: string[]): number[] {
  const { places, missing, repeated } = findColumns(header);
  if (missing.length > 0) throw invalidField('file', texts.missing(missing));
  if (repeated.length > 0) throw invalidField('file', texts.repeated(repeated));
  return places;
}

async function readRows(file: FormFileField) {
  if (!file) throw invalidField('file', messageErrors.fileRequired);
  try {
    const reading = { maxRows: MAX_ROWS, maxColumns: MAX_COLUMNS, pick: pickColumns };
    const rows = await readCsv(file.path, reading);
    if (rows.length === 0) throw invalidField('file', texts.noRows);
    return rows;
  } catch (error) {
    if (error instanceof CsvFault) throw invalidField('file', faultTexts[error.kind](error.row));
    throw error;
  }
}

/** Every row with what the import would do: each is checked as the form 'Registrar usuario' would be. */
async function checkRows(ctx: ChatContext, file: FormFileField): Promise<CheckedRow[]> {
  const { emailDomain, groupAddress } = ctx.config;
  const drafts = await mapInTurns(await readRows(file), draftReader(emailDomain));
  const emails = new Set(drafts.map(({ email }) => email));
  const known = await findKnownEmails(ctx.db, [...emails]);
  const places = await findNamedPlaces(
    ctx.db,
    drafts.map((draft) => draft.places),
  );
  return mapInTurns(drafts, rowChecker({ known, places, groupAddress }));
}

export async function previewImport(ctx: ChatContext, file: FormFileField): Promise<ImportPreview> {
  const rows = await checkRows(ctx, file);
  return { rows: rows.map(({ person, ...row }) => row) };
}

interface ImportForm {
  file?: FormFileField;
  invite?: '0' | '1' | undefined;
  currentPassword?: string | undefined;
}

/**
 * Registers everybody whom the file names, in one transaction, or nobody. New administrators take the caller's own
 * password, as one at a time (rules/people 30).
 */
async function importUsers(
  ctx: ChatContext,
  caller: Caller,
  { file, invite, currentPassword }: ImportForm,
): Promise<Imported> {
  const withInvitations = invite === '1';
  if (withInvitations) assertPasswordLogin(ctx);
  const rows = await checkRows(ctx, file);
  if (rows.some(({ action }) => action === 'error')) {
    throw new AppError(422, texts.wrongRows, { file: describeErrors(rows, MAX_ERRORS) });
  }
  const people = rows.flatMap(({ person }) => person ?? []);
  if (people.some(({ isAdmin }) => isAdmin)) {
    const needed = usersTexts.ownPasswordForAdministrator;
    await assertOwnPassword(ctx, caller, currentPassword, needed);
  }
  const unchanged = rows.length - people.length;
  if (people.length === 0) return { created: 0, unchanged, invitations: [] };
  // Before the transaction, for which others wait on the embedded engine.
  const named = await mapInTurns(people, (person) => ({
    ...person,
    id: 0,
    uuid: newUuid(),
    invitation: withInvitations ? drawInvitation(ctx, 0, caller.viewer.id) : undefined,
  }));
  const importing = new Importing(ctx, caller, named);
  const { groupIds, firstUuid } = await ctx.db.transaction((tx) => importing.write(tx));
  const invitations = named.flatMap(({ email, invitation }) =>
    invitation ? [{ email, ...invitation.shown }] : [],
  );
  await recountGroupChats(ctx, groupIds);
  await announceGroups(ctx, groupIds);
  // One is enough: it makes lists of users read again.
  announceUserChanged(ctx, firstUuid);
  return { created: people.length, unchanged, invitations };
}

/** One import at a time in this process; a lock in the database keeps those of other processes out. */
export function createImports(
  ctx: ChatContext,
): (caller: Caller, form: ImportForm) => Promise<Imported> {
  let isRunning = false;
  return async (caller, form) => {
    if (isRunning) throw conflict(texts.running);
    isRunning = true;
    try {
      return await importUsers(ctx, caller, form);
    } finally {
      isRunning = false;
    }
  };
}

type StoredPerson = NewPerson & {
  id: number;
  uuid: string;
  invitation: DrawnInvitation | undefined;
};

interface Outcome {
  groupIds: number[];
  firstUuid: string;
}

function partsOf<Item>(items: Item[]): Item[][] {
  const count = Math.ceil(items.length / AT_ONCE);
  return Array.from({ length: count }, (_, n) => items.slice(n * AT_ONCE, (n + 1) * AT_ONCE));
}

/** One import on its way into the database. */
class Importing {
  readonly #ctx: ChatContext;
  readonly #caller: Caller;
  readonly #people: StoredPerson[];
  #steps = 0;

  constructor(ctx: ChatContext, caller: Caller, people: StoredPerson[]) {
    this.#ctx = ctx;
    this.#caller = caller;
    this.#people = people;
  }

  /** People first, groups locked afterwards: the order of every other registration. */
  async write(tx: Db): Promise<Outcome> {
    if (!(await takeImportLock(tx))) throw conflict(texts.running);
    for (const part of partsOf(this.#people)) await this.#insert(tx, part);
    const groupIds = await holdFirstGroups(tx, this.#people, 'file');
    for (const part of partsOf(this.#people)) {
      await this.#join(tx, part);
      await this.#invite(tx, part);
      this.#announceProgress(part.length);
    }
    await this.#assertStillSignedIn(tx);
    const detail = String(this.#people.length);
    await recordAct(tx, this.#caller.viewer, 'USERS_IMPORTED', { detail });
    const [first] = this.#people;
    return { groupIds, firstUuid: first?.uuid ?? '' };
  }

  /** The caller may be shut out while an import runs: then it registers nobody. */
  async #assertStillSignedIn(tx: Db): Promise<void> {
    const device = await findDeviceOfSession(tx, this.#caller.viewer.sessionId);
    if (!device) throw unauthorized();
  }

  async #insert(tx: Db, part: StoredPerson[]): Promise<void> {
    const createdAt = new Date();
    const rows = part.map(({ isAdmin, ...person }) => ({
      ...person,
      role: isAdmin ? ('ADMIN' as const) : ('USER' as const),
      createdAt,
      blockedAt: null,
    }));
    const ids = await orRefuse(insertPeople(tx, rows, null), {
      users_email_key: () => invalidField('file', texts.registeredMeanwhile),
    });
    for (const person of part) person.id = ids.get(person.uuid) ?? 0;
    const { viewer } = this.#caller;
    await recordForPeople(
      tx,
      viewer,
      'USER_CREATED',
      rows.map(({ uuid, role }) => [uuid, role]),
    );
    this.#announceProgress(part.length);
  }

  async #join(tx: Db, part: StoredPerson[]): Promise<void> {
    const pairs = part.flatMap(({ id, groups }) =>
      groups.map((group) => ({ groupId: group.id, userId: id })),
    );
    await joinAsNewcomers(tx, pairs);
    await recordForPairs(tx, this.#caller.viewer, 'PARTICIPANT_ADDED', pairs);
  }

  async #invite(tx: Db, part: StoredPerson[]): Promise<void> {
    const drawn = part.flatMap(({ id, invitation }) =>
      invitation ? [{ ...invitation.row, userId: id }] : [],
    );
    if (drawn.length === 0) return;
    await insertInvitations(tx, drawn);
    await recordForPeople(
      tx,
      this.#caller.viewer,
      'INVITATION_CREATED',
      part.map(({ uuid }) => [uuid, null]),
    );
  }

  /** Each person is written in two steps. */
  #announceProgress(people: number): void {
    this.#steps += people;
    const progress = { done: Math.floor(this.#steps / 2), total: this.#people.length };
    const room = sessionRoom(this.#caller.viewer.sessionId);
    this.#ctx.realtime.publish(room, 'import:progress', progress);
  }
}
