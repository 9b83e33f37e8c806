import type { Context } from '../../context.ts';
import { takenField } from '../../http/errors.ts';
import { usersTexts } from './users.texts.ts';

const emailTaken = () => takenField('email', usersTexts.emailTaken);

export const emailRefusals = { users_email_key: emailTaken };

/** The system's address for group chats is nobody's (contract §2). */
export function refuseGroupAddress(ctx: Pick<Context, 'config'>, email: string): void {
  if (email === ctx.config.groupAddress) throw emailTaken();
}
