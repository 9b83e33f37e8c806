import { type OwnUser, roleOf } from '@chat/contract/auth';
import type { registerUserSchema, UpdateUserInput } from '@chat/contract/forms';
import type { ContentOf, Page } from '@chat/contract/route';
import type { createUser as createUserRoute, User, UserSummary } from '@chat/contract/users';
import type { z } from 'zod';
import type { Db } from '../../../db/database.ts';
import { orRefuse } from '../../../db/faults.ts';
import { pageFrom } from '../../../db/page.ts';
import { type Answer, answerList, csvDownload, type Download } from '../../../http/answer.ts';
import type { Viewer } from '../../../http/viewer.ts';
import { administratorsRoom } from '../../../realtime/live-sockets.ts';
import { hashPassword } from '../../../security/passwords.ts';
import { invalidField, notFound } from '../../../shared/errors.ts';
import { newUuid } from '../../../shared/new-uuid.ts';
import { recordAct, recordForUsers } from '../../audit/audit.actions.ts';
import type { ChatContext } from '../../chat/context.ts';
import { recountGroupChats } from '../../chat/members/chat-membership.actions.ts';
import { endSupervisionsOf } from '../../chat/supervision/supervision.actions.ts';
import { announceGroups, announceGroupsOfParticipant } from '../audiences/audiences.actions.ts';
import { joinFirstGroups } from '../groups/participants.actions.ts';
import { assertOwnPassword, assertPasswordLogin, type Caller } from '../users/passwords.actions.ts';
import {
  accessUser,
  assertNotGroupAddress,
  emailRefusals,
  usersTexts,
} from '../users/users.access.ts';
import {
  findUsers,
  insertUser,
  type UserRow,
  updateNoticeVersion,
  updateSupervisor,
  updateUser as updateUserRow,
} from '../users/users.queries.ts';
import { inviteNewUser } from './invitations.actions.ts';
import { type ExportedRow, findUsersAfter } from './people-csv.queries.ts';

/** Newest last; a group manager gets what choosing participants needs (rules/people 13, 14). */
export async function listUsers(
  ctx: ChatContext,
  viewer: Viewer,
  query: Partial<Page> & { email?: string | undefined },
): Promise<Answer<(User | UserSummary)[]>> {
  const { rows, page } = await findUsers(ctx.db, query.email, pageFrom(query));
  return answerList(rows.map(viewer.isAdmin ? presentUser : presentUserSummary), page);
}

export function getCurrentUser({ config }: Pick<ChatContext, 'config'>, viewer: Viewer): OwnUser {
  const { id, uuid, email, isAdmin, role, requirements, noticeVersion } = viewer;
  const { supervision } = config;
  const supervisor = viewer.isSupervisor;
  const person = { id, uuid, email, isAdmin, role };
  return { ...person, supervision, supervisor, noticeVersion, ...requirements };
}

/** The version of the privacy notice that a person confirmed last. */
export async function setNoticeVersion(tx: Db, userId: number, version: number): Promise<void> {
  await updateNoticeVersion(tx, userId, version);
}

/** A new administrator could do anything under that name, so that a session alone is not enough (rules/people 30). */
export async function createUser(
  ctx: ChatContext,
  caller: Caller,
  input: z.output<ReturnType<typeof registerUserSchema>>,
): Promise<ContentOf<ReturnType<typeof createUserRoute>>> {
  const { viewer } = caller;
  if (input.invite) assertPasswordLogin(ctx);
  assertNotGroupAddress(ctx, input.email);
  if (input.role === 'ADMIN') {
    const needed = usersTexts.ownPasswordForAdministrator;
    await assertOwnPassword(ctx, caller, input.currentPassword, needed);
  }
  const { firstName, lastName, email, groupUuids } = input;
  const { password } = input;
  const passwordHash =
    password === undefined
      ? null
      : await ctx.loginLimits.runAfterChecks(viewer.id, () => hashPassword(password));
  const isAdmin = input.role === 'ADMIN';
  // An invited person chooses the password themselves.
  const passwordMustChange = passwordHash !== null && ctx.config.firstPassword === 'change';
  const user = { uuid: newUuid(), firstName, lastName, email, isAdmin, passwordMustChange };
  const { groupIds, invitation } = await ctx.db.transaction(async (tx) => {
    const { id } = await orRefuse(insertUser(tx, { ...user, passwordHash }), emailRefusals);
    const groupIds = await joinFirstGroups(tx, { ...user, id }, groupUuids);
    const detail = user.isAdmin ? 'ADMIN' : 'USER';
    await recordAct(tx, viewer, 'USER_CREATED', { targetUuid: user.uuid, detail });
    await recordForUsers(tx, viewer, 'PARTICIPANT_ADDED', groupIds, [user.uuid]);
    const invitation = input.invite
      ? await inviteNewUser(ctx, tx, caller, { ...user, id })
      : undefined;
    return { groupIds, invitation };
  });
  await recountGroupChats(ctx, groupIds);
  await announceGroups(ctx, groupIds, [user.uuid]);
  announceUserChanged(ctx, user.uuid);
  const registered = presentUser(await accessUser(ctx.db, user.uuid));
  return invitation ? { ...registered, invitation } : registered;
}

/**
 * Whether the administrator is to supervise from now on, where that changes something. Nobody changes it of themselves
 * (rules/supervision 3).
 */
function changeOfSupervisor(
  viewer: Viewer,
  before: UserRow,
  supervisor: boolean | undefined,
): boolean | undefined {
  if (supervisor === undefined || before.id === viewer.id) return undefined;
  if (supervisor === before.isSupervisor) return undefined;
  if (!before.isAdmin) throw invalidField('supervisor', usersTexts.notAdministrator);
  return supervisor;
}

/**
 * A changed e-mail shows in their groups and on old messages too; their sessions stay (rules/people 10). Where the
 * company signs people in, the e-mail decides whose account is an administrator's: a session alone is not enough.
 */
export async function updateUser(
  ctx: ChatContext,
  caller: Caller,
  userUuid: string,
  { firstName, lastName, email, supervisor, currentPassword }: UpdateUserInput,
): Promise<User> {
  const { viewer } = caller;
  const before = await accessUser(ctx.db, userUuid);
  assertNotGroupAddress(ctx, email);
  const supervises = changeOfSupervisor(viewer, before, supervisor);
  const needed =
    ctx.config.oidc && before.isAdmin && email !== before.email
      ? usersTexts.ownPasswordForEmail
      : supervises !== undefined && usersTexts.ownPasswordForSupervisor;
  if (needed) await assertOwnPassword(ctx, caller, currentPassword, needed);
  const changes = { firstName, lastName, email };
  await ctx.db.transaction(async (tx) => {
    const updated = await orRefuse(updateUserRow(tx, before.id, changes), emailRefusals);
    if (updated === 0) throw notFound();
    const concerned = { targetUuid: userUuid, detail: before.email };
    await recordAct(tx, viewer, 'USER_UPDATED', concerned);
    if (supervises === undefined || (await updateSupervisor(tx, before.id, supervises)) === 0)
      return;
    if (!supervises) await endSupervisionsOf(tx, before.id);
    const action = supervises ? 'SUPERVISOR_GIVEN' : 'SUPERVISOR_TAKEN';
    await recordAct(tx, viewer, action, { targetUuid: userUuid });
  });
  // By the time of the event no session remembers the old e-mail, nor the old right.
  if (email !== before.email || supervises !== undefined) ctx.sessions.refresh([before.id]);
  announceUserChanged(ctx, userUuid);
  if (email !== before.email) await announceGroupsOfParticipant(ctx, before.id);
  return presentUser(await accessUser(ctx.db, userUuid));
}

export function presentUser(user: UserRow): User {
  return {
    ...presentUserSummary(user),
    role: roleOf({ isAdmin: user.isAdmin, managesGroups: user.groupPermissions.length > 0 }),
    isAdmin: user.isAdmin,
    supervisor: user.isSupervisor,
    offices: user.offices,
    connectionStatus: user.connectionStatus,
    blockedAt: user.blockedAt?.toISOString() ?? null,
    groupPermissions: user.groupPermissions,
  };
}

export function presentUserSummary(user: UserRow): UserSummary {
  const { uuid, id, firstName, lastName, email } = user;
  return { uuid, id, firstName, lastName, email };
}

/** To administrators, whose lists show them. */
export function announceUserChanged(ctx: Pick<ChatContext, 'realtime'>, userId: string): void {
  ctx.realtime.publish(administratorsRoom, 'user:changed', { userId });
}

/** Registers a person of whom no administrator knows yet, without a password; `bind` joins the same transaction. */
export async function registerColleague(
  ctx: ChatContext,
  person: { email: string; firstName: string; lastName: string },
  address: string,
  bind: (tx: Db, user: { id: number; uuid: string }) => Promise<void>,
): Promise<void> {
  const none = { passwordHash: null, passwordMustChange: false };
  const row = { ...person, ...none, uuid: newUuid(), isAdmin: false };
  const { uuid } = row;
  const groupIds = await ctx.db.transaction(async (tx) => {
    const { id } = await insertUser(tx, row);
    const groupIds = await joinFirstGroups(tx, { ...row, id }, []);
    const actor = { id, address };
    await recordAct(tx, actor, 'USER_CREATED', { targetUuid: uuid, detail: 'USER' });
    await recordForUsers(tx, actor, 'PARTICIPANT_ADDED', groupIds, [uuid]);
    await bind(tx, { id, uuid });
    return groupIds;
  });
  await recountGroupChats(ctx, groupIds);
  await announceGroups(ctx, groupIds, [uuid]);
  announceUserChanged(ctx, uuid);
}

/** An administrator made outside the page: at the first start or from the command line. */
export async function registerAdministrator(
  ctx: Pick<ChatContext, 'config' | 'db'>,
  { email, password }: { email: string; password: string },
): Promise<void> {
  assertNotGroupAddress(ctx, email);
  const { firstName, lastName } = usersTexts.administratorName;
  const passwordHash = await hashPassword(password);
  const user = { uuid: newUuid(), firstName, lastName, email, passwordHash, isAdmin: true };
  await ctx.db.transaction(async (tx) => {
    await orRefuse(insertUser(tx, { ...user, passwordMustChange: false }), emailRefusals);
    await recordAct(tx, undefined, 'USER_CREATED', { targetUuid: user.uuid, detail: 'ADMIN' });
  });
}

const header = ['nombre', 'apellido', 'correo', 'rol', 'oficinas', 'grupos', 'bloqueado'];
const texts = { fileName: 'usuarios.csv', blocked: 'sí', notBlocked: 'no' };
const AT_ONCE = 1_000;

function presentRow(user: ExportedRow): string[] {
  const { firstName, lastName, email, offices, groups, blockedAt } = user;
  const blocked = blockedAt ? texts.blocked : texts.notBlocked;
  return [firstName, lastName, email, roleOf(user), offices.join('|'), groups.join('|'), blocked];
}

/** Reads them part by part, so that memory holds one part however many there are. */
async function* readAll(db: Db): AsyncGenerator<string[][]> {
  let after = 0;
  for (;;) {
    const users = await findUsersAfter(db, after, AT_ONCE);
    const last = users.at(-1);
    if (!last) return;
    yield users.map(presentRow);
    after = last.id;
  }
}

/** All users as a CSV; that somebody took them along is on record. */
export async function exportUsers({ db }: ChatContext, viewer: Viewer): Promise<Download> {
  await recordAct(db, viewer, 'USERS_EXPORTED', {});
  return csvDownload(texts.fileName, header, readAll(db));
}
