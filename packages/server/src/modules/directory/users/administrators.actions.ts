import { orRefuse } from '../../../db/faults.ts';
import { hashPassword } from '../../../security/passwords.ts';
import { newUuid } from '../../../shared/new-uuid.ts';
import type { ChatContext } from '../../chat/context.ts';
import { assertNotGroupAddress, emailRefusals, usersTexts } from './users.access.ts';
import { insertUser } from './users.queries.ts';

/** An administrator made outside the page: at the first start or from the command line. */
export async function registerAdministrator(
  ctx: Pick<ChatContext, 'config' | 'db'>,
  { email, password }: { email: string; password: string },
): Promise<void> {
  assertNotGroupAddress(ctx, email);
  const { firstName, lastName } = usersTexts.administratorName;
  const passwordHash = await hashPassword(password);
  const user = { uuid: newUuid(), firstName, lastName, email, passwordHash, isAdmin: true };
  await orRefuse(insertUser(ctx.db, user), emailRefusals);
}
