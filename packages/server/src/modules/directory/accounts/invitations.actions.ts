import { required } from '@chat/contract/checks';
import type { Invitation } from '@chat/contract/users';
import type { Db } from '../../../db/database.ts';
import { networkOf } from '../../../http/addresses.ts';
import { hashPassword, hashSecret, newToken } from '../../../security/passwords.ts';
import { conflict, notFound } from '../../../shared/errors.ts';
import { recordAct } from '../../audit/audit.actions.ts';
import type { ChatContext } from '../../chat/context.ts';
import { assertOwnPassword, assertPasswordLogin, type Caller } from '../users/passwords.actions.ts';
import {
  findInvited,
  type InvitedRow,
  insertInvitations,
  type NewInvitation,
  takeInvitation,
  updatePassword,
  updatePasswordReset,
} from '../users/passwords.queries.ts';
import { accessUser } from '../users/users.access.ts';
import { lockStanding } from '../users/users.queries.ts';

const texts = {
  oneself: 'No puedes invitarte a ti mismo. Cambia tu contraseña en «Mi cuenta».',
  blocked: 'El usuario está bloqueado. Desbloquéalo antes de invitarlo.',
  ownPasswordNeeded: 'Escribe tu propia contraseña para invitar a otro administrador',
  invalid: 'La invitación no es válida o ha caducado. Pide otra.',
};

const LIFETIME_MS = 48 * 3_600_000;

/** An invitation that is yet to be stored, with the link that only its answer carries. */
export interface DrawnInvitation {
  row: NewInvitation;
  shown: Invitation;
}

/** Draws an invitation's token, for the link's fragment: browsers send that part to no server. */
export function drawInvitation(
  ctx: Pick<ChatContext, 'pageUrl'>,
  userId: number,
  createdBy: number,
): DrawnInvitation {
  const token = newToken();
  const expiresAt = new Date(Date.now() + LIFETIME_MS);
  return {
    row: { userId, tokenHash: hashSecret(token), createdBy, expiresAt },
    shown: { url: `${ctx.pageUrl()}/invitation#${token}`, expiresAt: expiresAt.toISOString() },
  };
}

/** Invites a user who has just been registered. */
export async function inviteNewUser(
  ctx: Pick<ChatContext, 'pageUrl'>,
  tx: Db,
  { viewer }: Caller,
  user: { id: number; uuid: string },
): Promise<Invitation> {
  const { row, shown } = drawInvitation(ctx, user.id, viewer.id);
  await insertInvitations(tx, [row]);
  await recordAct(tx, viewer, 'INVITATION_CREATED', { targetUuid: user.uuid });
  return shown;
}

/** Until it is used nothing changes for the user (rules/invitations 7). */
export async function createInvitation(
  ctx: ChatContext,
  caller: Caller,
  userUuid: string,
  { currentPassword }: { currentPassword?: string | undefined },
): Promise<Invitation> {
  assertPasswordLogin(ctx);
  const { viewer } = caller;
  const user = await accessUser(ctx.db, userUuid);
  if (user.id === viewer.id) throw conflict(texts.oneself);
  if (user.blockedAt) throw conflict(texts.blocked);
  if (user.isAdmin) await assertOwnPassword(ctx, caller, currentPassword, texts.ownPasswordNeeded);
  return ctx.db.transaction(async (tx) => {
    const standing = await lockStanding(tx, user.id);
    if (!standing) throw notFound();
    if (standing.blockedAt) throw conflict(texts.blocked);
    return inviteNewUser(ctx, tx, caller, user);
  });
}

/** Sets the password by an invitation. A guess costs no hash; a right one takes its turn behind sign-ins. */
export async function acceptInvitation(
  ctx: ChatContext,
  { token, password, address }: { token: string; password: string; address: string },
): Promise<{ email: string }> {
  assertPasswordLogin(ctx);
  const tokenHash = hashSecret(token);
  let invited: InvitedRow | undefined;
  let passwordHash = '';
  const isInvited = await ctx.loginLimits.attempt(
    {
      address,
      // Nobody else may use up what an address may try.
      email: `invitations of ${networkOf(address)}`,
      findApprovedDevice: async () => undefined,
    },
    async () => {
      invited = await findInvited(ctx.db, tokenHash);
      if (invited) passwordHash = await hashPassword(password);
      return invited !== undefined;
    },
  );
  if (!isInvited) throw notFound(texts.invalid);
  const user = required(invited, 'invited');
  const announceEnds = await ctx.db.transaction(async (tx) => {
    await setInvitedPassword(tx, { ...user, address }, tokenHash, passwordHash);
    return ctx.sessions.endIn(tx, { userId: user.id }, 'password');
  });
  await announceEnds();
  return { email: user.email };
}

/** The person is told of it as of a reset, so that nobody uses an invitation in their place unseen. */
async function setInvitedPassword(
  tx: Db,
  user: InvitedRow & { address: string },
  tokenHash: Buffer,
  passwordHash: string,
): Promise<void> {
  const standing = await lockStanding(tx, user.id);
  const taken = standing && !standing.blockedAt && (await takeInvitation(tx, user.id, tokenHash));
  if (!taken) throw notFound(texts.invalid);
  await updatePassword(tx, user.id, { passwordHash, mustChange: false });
  await updatePasswordReset(tx, user.id, taken.createdBy ?? undefined);
  await recordAct(tx, user, 'INVITATION_USED', { targetUuid: user.uuid });
}
