import * as routes from '@chat/contract/auth';
import { type LoginResponse, RECOVERY_CODES, type TwoSteps } from '@chat/contract/auth';
import type { Db } from '../../../db/database.ts';
import type { Router } from '../../../http/route.ts';
import type { Viewer } from '../../../http/viewer.ts';
import { conflict, invalidField, notFound } from '../../../shared/errors.ts';
import { type Actor, recordAct } from '../../audit/audit.actions.ts';
import {
  assertOwnPassword,
  type Caller,
  callerOf,
  setHasSecondStep,
} from '../../directory/users/passwords.actions.ts';
import { accessUser } from '../../directory/users/users.access.ts';
import { mustHaveSecondStep } from '../../restrictions/session-rules.ts';
import type { Credentials } from '../auth.queries.ts';
import type { AuthContext } from '../context.ts';
import { hashOfRecoveryCode, newRecoveryCode, newSecret, presentSecret, stepOf } from './codes.ts';
import {
  eraseTwoSteps,
  findPending,
  findTwoSteps,
  removeRecoveryCodes,
  replaceRecoveryCodes,
  takeRemoval,
  updateConfirmed,
  updateRemoved,
  updateTurnedOff,
  upsertPending,
} from './two-steps.queries.ts';

const twoStepsTexts = {
  passwordToChange: 'Escribe tu contraseña para cambiar la verificación en dos pasos',
  passwordToTurnOff: 'Escribe tu contraseña para desactivar la verificación en dos pasos',
  passwordToRemove: 'Escribe tu propia contraseña para quitar la verificación en dos pasos de otro',
  wrongCode: 'Código incorrecto',
  notBegun: 'La configuración ha caducado. Empieza de nuevo.',
  mustHave: 'Tu empresa exige la verificación en dos pasos',
  notYourself: 'Desactiva tu propia verificación en dos pasos en tu cuenta',
  hasNone: 'No tiene verificación en dos pasos',
};

/** Whether the settings say so of the person; a company sign-in asks for no second step of ours all the same. */
const mustHave = ({ config }: Pick<AuthContext, 'config'>, { isAdmin }: Viewer): boolean =>
  mustHaveSecondStep(config, { isAdmin, method: 'PASSWORD' });

async function getTwoSteps(ctx: AuthContext, viewer: Viewer): Promise<TwoSteps> {
  const found = await findTwoSteps(ctx.db, viewer.id);
  return {
    enabled: Boolean(found?.secret),
    required: mustHave(ctx, viewer),
    recoveryCodesLeft: found?.recoveryCodesLeft ?? 0,
  };
}

/** Begins a set-up; whoever has a second step proves themselves, for an unlocked browser is not enough. */
async function setUp(ctx: AuthContext, caller: Caller, password: string | undefined) {
  const { id, email } = caller.viewer;
  const isOn = Boolean((await findTwoSteps(ctx.db, id))?.secret);
  const needed = twoStepsTexts.passwordToChange;
  if (isOn) await assertOwnPassword(ctx, caller, password, needed, 'password');
  const secret = newSecret();
  const begun = await upsertPending(ctx.db, id, ctx.secondStep.seal(id, secret), isOn);
  if (begun === 0) throw invalidField('password', needed);
  return presentSecret(secret, email);
}

/** Turns the second step on by its first code, all at once; the person's other sessions end. */
async function confirm(ctx: AuthContext, viewer: Viewer, code: string) {
  const { id } = viewer;
  const pending = await findPending(ctx.db, id);
  if (!pending) throw conflict(twoStepsTexts.notBegun);
  const secret = ctx.secondStep.open(id, pending);
  let step: number | undefined;
  const isRight = await ctx.secondStep.attempt(id, async () => {
    step = secret && stepOf(secret, code);
    return step !== undefined;
  });
  if (!isRight || step === undefined) throw invalidField('code', twoStepsTexts.wrongCode);
  const { recoveryCodes, announceEnds } = await turnOn(ctx, viewer, pending, step);
  ctx.sessions.refresh([id]);
  await announceEnds();
  return { recoveryCodes };
}

function turnOn(
  ctx: AuthContext,
  viewer: Viewer,
  pending: Buffer,
  step: number,
): Promise<{ recoveryCodes: string[]; announceEnds: () => Promise<void> }> {
  const { id, uuid: targetUuid } = viewer;
  const recoveryCodes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  const hashes = recoveryCodes.map((one) => hashOfRecoveryCode(id, one));
  return ctx.db.transaction(async (tx) => {
    await setHasSecondStep(tx, id, true);
    if ((await updateConfirmed(tx, id, pending, step)) === 0)
      throw conflict(twoStepsTexts.notBegun);
    await replaceRecoveryCodes(tx, id, hashes);
    await recordAct(tx, viewer, 'TOTP_ENABLED', { targetUuid });
    const others = { userId: id, except: viewer.sessionId };
    const announceEnds = await ctx.sessions.endIn(tx, others, 'owner', viewer.address);
    return { recoveryCodes, announceEnds };
  });
}

async function removeOwn(
  ctx: AuthContext,
  caller: Caller,
  password: string | undefined,
): Promise<null> {
  if (mustHave(ctx, caller.viewer)) throw conflict(twoStepsTexts.mustHave);
  const needed = twoStepsTexts.passwordToTurnOff;
  await assertOwnPassword(ctx, caller, password, needed, 'password');
  const { id, uuid } = caller.viewer;
  await ctx.db.transaction(async (tx) => {
    await setHasSecondStep(tx, id, false);
    const turnedOff = await updateTurnedOff(tx, id);
    await removeRecoveryCodes(tx, id);
    if (turnedOff > 0) await recordAct(tx, caller.viewer, 'TOTP_DISABLED', { targetUuid: uuid });
  });
  return null;
}

async function removeOfAnother(
  ctx: AuthContext,
  caller: Caller,
  userUuid: string,
  password: string | undefined,
): Promise<null> {
  const { id } = await accessUser(ctx.db, userUuid);
  if (id === caller.viewer.id) throw conflict(twoStepsTexts.notYourself);
  const needed = twoStepsTexts.passwordToRemove;
  await assertOwnPassword(ctx, caller, password, needed);
  return removeSecondStep(ctx, caller.viewer, userUuid);
}

/** By somebody else, who is named in the audit and at the person's next sign-in; 404 where there is nothing to remove. */
export async function removeSecondStep(
  ctx: Pick<AuthContext, 'db' | 'sessions'>,
  actor: Actor,
  userUuid: string,
): Promise<null> {
  const { id } = await accessUser(ctx.db, userUuid);
  await ctx.db.transaction(async (tx) => {
    await setHasSecondStep(tx, id, false);
    if ((await updateRemoved(tx, id, actor?.id)) === 0) throw notFound(twoStepsTexts.hasNone);
    await removeRecoveryCodes(tx, id);
    await recordAct(tx, actor, 'TOTP_REMOVED', { targetUuid: userUuid });
  });
  // Whoever must have a second step has to set up another one first.
  ctx.sessions.refresh([id]);
  return null;
}

/** Takes the note that somebody else has removed the second step, for the sign-in to tell; once. */
export async function takeTotpRemoved(
  ctx: Pick<AuthContext, 'db'>,
  { id, isRemovalUnseen }: Pick<Credentials, 'id' | 'isRemovalUnseen'>,
): Promise<LoginResponse['totpRemoved']> {
  if (!isRemovalUnseen) return undefined;
  const removal = await takeRemoval(ctx.db, id);
  return removal && { by: removal.by, at: removal.at.toISOString() };
}

export function registerTwoStepsRoutes(router: Router, ctx: AuthContext): void {
  router.serve(routes.getTwoSteps, ({ viewer }) => getTwoSteps(ctx, viewer));
  router.serve(routes.setUpTwoSteps, (call) =>
    setUp(ctx, callerOf(call), call.body.password ?? undefined),
  );
  router.serve(routes.confirmTwoSteps, ({ viewer, body }) => confirm(ctx, viewer, body.code));
  router.serve(routes.removeOwnTwoSteps, (call) =>
    removeOwn(ctx, callerOf(call), call.body.password ?? undefined),
  );
  router.serve(routes.removeTwoSteps, (call) => {
    const password = call.body.currentPassword ?? undefined;
    return removeOfAnother(ctx, callerOf(call), call.params.userId, password);
  });
}

/** Call in the transaction that erases the person (rules/erasure 1). */
export const forgetTwoSteps = (
  tx: Db,
  userId: number,
  replaced: { emails: string[]; name: string },
): Promise<void> => eraseTwoSteps(tx, userId, replaced);
