import { AppError, concerning } from '../../shared/errors.ts';
import { recordSignInFailure } from '../audit/sign-in-failures.actions.ts';
import type { Credentials } from './auth.queries.ts';
import type { AuthContext } from './context.ts';

const secondStepTexts = {
  codeRequired: 'Código requerido',
  wrongCode: 'Código incorrecto',
};

const refused = (user: Credentials, text: string) =>
  concerning(user, new AppError(401, text, { code: [text] }));

/**
 * Throws unless the person has no second step, or the code proves it (rules/sign-in 20). Gives the one that was passed,
 * as its secret is stored.
 */
export async function assertSecondStep(
  ctx: Pick<AuthContext, 'db' | 'secondStep'>,
  user: Credentials,
  given: { code: string | undefined; address: string },
): Promise<Buffer | null> {
  const outcome = await ctx.secondStep.check(user, given);
  if (outcome === 'missing') throw refused(user, secondStepTexts.codeRequired);
  if (outcome === 'wrong') {
    await recordSignInFailure(ctx.db, { personId: user.id, address: given.address, by: 'CODE' });
    const error = refused(user, secondStepTexts.wrongCode);
    throw Object.assign(error, { isFailedSignIn: true });
  }
  return outcome.passed;
}
