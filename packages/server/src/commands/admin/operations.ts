import type { PendingDevice } from '@chat/contract/devices';
import { uuid as uuidSchema } from '@chat/contract/fields';
import { appendDomain, emailTextWithDomain, passwordText } from '@chat/contract/forms';
import type { z } from 'zod';
import type { AppContext } from '../../app-context.ts';
import type { Config } from '../../config/env.ts';
import { createLog } from '../../config/log.ts';
import { BusyTableError, compact } from '../../db/compact.ts';
import type { Database } from '../../db/database.ts';
import { recordAct } from '../../modules/audit/audit.actions.ts';
import { openChainKeys, recordLeftRestore } from '../../modules/audit/chain/seal.ts';
import { type ExportedTo, exportAudit, verifyChain } from '../../modules/audit/chain/verify.ts';
import { findCredentials } from '../../modules/auth/auth.queries.ts';
import { createSessions } from '../../modules/auth/sessions.ts';
import { removeSecondStep } from '../../modules/auth/two-steps/two-steps.actions.ts';
import type { ReceiptBatcher } from '../../modules/chat/context.ts';
import { orderRetention } from '../../modules/chat/retention/retention.actions.ts';
import { approveDevice, listDevices } from '../../modules/devices/devices.actions.ts';
import { blockUser, unblockUser } from '../../modules/directory/accounts/user-status.actions.ts';
import { registerAdministrator } from '../../modules/directory/accounts/users.actions.ts';
import { replacePassword } from '../../modules/directory/users/passwords.actions.ts';
import { mustHaveSecondStep } from '../../modules/restrictions/session-rules.ts';
import { rebuildIndex } from '../../modules/search-index/search-index.actions.ts';
import type { Realtime } from '../../realtime/publish.ts';
import type { InstallationKey } from '../../security/installation-key.ts';
import { hashPassword, randomPassword } from '../../security/passwords.ts';
import { conflict, invalidField, notFound } from '../../shared/errors.ts';
import { openStorage } from '../../storage/open-storage.ts';
import { adminTexts } from '../commands.texts.ts';
import type { AdminCommand, AuditCommand, CommandName } from './parse-arguments.ts';

export type AdminContext = Pick<
  AppContext,
  'config' | 'db' | 'sessions' | 'realtime' | 'receipts' | 'storage' | 'log'
>;

/** A command line has no user: the audit names nobody, and no rule about oneself applies. */
const OPERATOR = undefined;

function checked(schema: z.ZodType<string>, field: string, value: string): string {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw invalidField(field, parsed.error.issues[0]?.message ?? value);
  return parsed.data;
}

/** The password asked for, or a random one with the line that shows it. */
function choosePassword({ password }: AdminCommand): { password: string; shown: string[] } {
  if (password !== undefined) {
    return { password: checked(passwordText, 'password', password), shown: [] };
  }
  const drawn = randomPassword();
  return { password: drawn, shown: [adminTexts.passwordOnce(drawn)] };
}

const emailOf = ({ config }: AdminContext, { email = '' }: AdminCommand): string =>
  appendDomain(email.trim().toLowerCase(), config.emailDomain);

async function accessNamedUser(ctx: AdminContext, command: AdminCommand) {
  const email = emailOf(ctx, command);
  const user = await findCredentials(ctx.db, email);
  if (!user) throw notFound(adminTexts.unknownUser(email));
  return user;
}

async function createAdministrator(ctx: AdminContext, command: AdminCommand): Promise<string[]> {
  const schema = emailTextWithDomain(ctx.config.emailDomain);
  const email = checked(schema, 'email', command.email ?? '');
  const { password, shown } = choosePassword(command);
  await registerAdministrator(ctx, { email, password });
  return [adminTexts.administratorCreated(email), ...shown];
}

async function setPassword(ctx: AdminContext, command: AdminCommand): Promise<string[]> {
  const { uuid, email } = await accessNamedUser(ctx, command);
  const { password, shown } = choosePassword(command);
  await replacePassword(ctx, OPERATOR, uuid, await hashPassword(password));
  return [adminTexts.passwordChanged(email), ...shown];
}

async function turnOffTwoSteps(ctx: AdminContext, command: AdminCommand): Promise<string[]> {
  const { id, uuid, email, isAdmin } = await accessNamedUser(ctx, command);
  await removeSecondStep(ctx, OPERATOR, uuid);
  // Servers of other processes hear of no restriction from here, but of sessions that end.
  if (mustHaveSecondStep(ctx.config, { isAdmin, method: 'PASSWORD' }))
    await ctx.sessions.end({ userId: id }, 'expired');
  return [adminTexts.twoStepsOff(email)];
}

async function devicesOf(ctx: AdminContext, command: AdminCommand): Promise<PendingDevice[]> {
  const { content } = await listDevices(ctx, {});
  if (command.email === undefined) return content;
  const { email } = await accessNamedUser(ctx, command);
  return content.filter(({ userEmail }) => userEmail === email);
}

const shownTime = (time: string) => new Date(time).toLocaleString('es');

function presentTable(rows: string[][]): string[] {
  const widths = rows[0]?.map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths?.[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

async function showDevices(ctx: AdminContext, command: AdminCommand): Promise<string[]> {
  const devices = await devicesOf(ctx, command);
  if (devices.length === 0) return [adminTexts.noDevices];
  return tableOf(devices);
}

function tableOf(devices: PendingDevice[]): string[] {
  const rows = devices.map((device) => [
    device.uuid,
    device.userEmail,
    ...[device.deviceCode, device.name, device.address].map((text) => text ?? adminTexts.unknown),
    shownTime(device.createdAt),
    device.approvedAt ? shownTime(device.approvedAt) : adminTexts.waiting,
  ]);
  return presentTable([adminTexts.deviceHeading, ...rows]);
}

/** The named device, or the person's only one that waits, or that of the code: another one may be a thief's. */
async function chooseDevice(ctx: AdminContext, command: AdminCommand): Promise<string> {
  const devices = await devicesOf(ctx, command);
  if (command.deviceId !== undefined) {
    const parsed = uuidSchema.safeParse(command.deviceId);
    const named = devices.find(({ uuid }) => parsed.success && uuid === parsed.data);
    if (!named) throw notFound(adminTexts.unknownDevice(command.deviceId));
    return named.uuid;
  }
  const email = emailOf(ctx, command);
  const waiting = devices.filter(({ approvedAt }) => approvedAt === null);
  if (waiting.length === 0) throw notFound(adminTexts.nothingWaiting(email));
  const code = command.code?.trim().toUpperCase();
  const meant = code ? waiting.filter(({ deviceCode }) => deviceCode === code) : waiting;
  const [device, ...others] = meant;
  if (device && others.length === 0) return device.uuid;
  const why = device ? adminTexts.severalWaiting(email) : adminTexts.wrongCode(email, code ?? '');
  throw conflict([why, ...tableOf(waiting)].join('\n'));
}

async function approve(ctx: AdminContext, command: AdminCommand): Promise<string[]> {
  const device = await approveDevice(ctx, OPERATOR, await chooseDevice(ctx, command));
  return [adminTexts.approved(device.userEmail, device.uuid)];
}

async function block(ctx: AdminContext, command: AdminCommand): Promise<string[]> {
  const { uuid, email } = await accessNamedUser(ctx, command);
  await blockUser(ctx, OPERATOR, uuid);
  return [adminTexts.blocked(email)];
}

async function unblock(ctx: AdminContext, command: AdminCommand): Promise<string[]> {
  const { uuid, email } = await accessNamedUser(ctx, command);
  await unblockUser(ctx, OPERATOR, uuid);
  return [adminTexts.unblocked(email)];
}

async function runRetention(ctx: AdminContext): Promise<string[]> {
  const now = new Date();
  const count = await orderRetention(ctx, now);
  return [adminTexts.retentionRan(count, now.toLocaleString('es'))];
}

async function rebuildSearch(ctx: AdminContext): Promise<string[]> {
  await rebuildIndex(ctx);
  return [adminTexts.searchRebuilt];
}

async function compactAll({ config, db }: AdminContext): Promise<string[]> {
  await compact(config, db).catch((error: unknown) => {
    if (!(error instanceof BusyTableError)) throw error;
    throw conflict(adminTexts.tableBusy(error.message));
  });
  return [adminTexts.compacted];
}

type Operation = (ctx: AdminContext, command: AdminCommand) => Promise<string[]>;

const operations: Record<CommandName, Operation> = {
  'create-admin': createAdministrator,
  'set-password': setPassword,
  'totp-off': turnOffTwoSteps,
  devices: showDevices,
  'approve-device': approve,
  block,
  unblock,
  retention: runRetention,
  search: rebuildSearch,
  compact: compactAll,
};

/** Does what was asked and gives the lines to show; throws AppError when a rule stands against it. */
export function runCommand(ctx: AdminContext, command: AdminCommand): Promise<string[]> {
  return operations[command.name](ctx, command);
}

interface AuditContext {
  config: Pick<Config, 'dataDir' | 'auditFile'>;
  db: Database;
  openKey: () => Promise<InstallationKey>;
}

/** The lines that a command says; `next` is where the rest of a long answer begins. */
export interface AnswerPart {
  lines: string[];
  next?: ExportedTo | undefined;
}

async function verify({ db, config, openKey }: AuditContext): Promise<AnswerPart> {
  const key = await openKey();
  await recordLeftRestore(db, config, key);
  const keys = await openChainKeys(db, key);
  const found = await verifyChain(db, keys, config);
  if ('kind' in found) throw conflict(adminTexts[`audit${found.kind}`](found.entry));
  const unproven = keys.provenFrom > 1 ? [adminTexts.auditUnproven(keys.provenFrom - 1)] : [];
  return { lines: [adminTexts.auditWhole(found.count), ...unproven] };
}

/** The export is an entry itself, which stands at its end. */
async function exportAll({ db }: AuditContext, after: ExportedTo | undefined) {
  if (after === undefined) await recordAct(db, OPERATOR, 'AUDIT_EXPORTED', {});
  return exportAudit({ db }, after);
}

/** Throws AppError where the audit is not the one that was written. */
export function runAuditCommand(ctx: AuditContext, command: AuditCommand): Promise<AnswerPart> {
  return command.word === 'verify' ? verify(ctx) : exportAll(ctx, command.after);
}

/** No socket lives in this process: a session ends with its row, and running servers follow when they next sweep. */
const nobodyConnected: Realtime = {
  publish() {},
  publishEach() {},
  addCache() {},
  join() {},
  leave() {},
  async subscribeRooms() {},
  moves: () => 0,
  async endSessions() {},
  changeUsers() {},
  changeHours() {},
  resync() {},
  liveRooms: () => [],
  liveSessions: () => [],
  restrictSessions() {},
  isPartitioned: () => false,
  rejected: () => ({ forged: 0, repeated: 0, stranger: 0 }),
  async check() {},
};

/** Ticks are raised by a server that can announce them: one that runs with the chat's next mark, one that starts at once. */
const noReceipts: ReceiptBatcher = {
  mark: async () => false,
  recount() {},
  announceMove() {},
  async flush() {},
  async close() {},
};

/** A command ends before anything else could end a session. */
const nothingToFollow = { every: () => ({ async close() {} }) };

/** The context of operations in a process where no server runs. */
export function createAdminContext(config: Config, db: Database): AdminContext {
  const log = createLog(config.logLevel);
  const sessions = createSessions(db, nobodyConnected, config, log, {
    heartbeat: nothingToFollow,
  });
  const storage = openStorage(config);
  return { config, db, log, sessions, storage, realtime: nobodyConnected, receipts: noReceipts };
}
