import type { AppContext } from './app-context.ts';
import { hasAdministrator } from './modules/auth/auth.queries.ts';
import { registerAdministrator } from './modules/directory/accounts/users.actions.ts';
import { ensureGeneral } from './modules/directory/groups/groups.actions.ts';
import { fillGroupLooks } from './modules/directory/groups/groups.queries.ts';
import { fillOfficeLooks, fillProjectLooks } from './modules/directory/offices/offices.queries.ts';
import { randomPassword } from './security/passwords.ts';

/** The administrator just made; `password` only when it was drawn at random and must be shown. */
export interface FirstAdministrator {
  email: string;
  password: string | undefined;
}

/** Makes the group GENERAL and the first administrator (rules/installation 7). */
export async function prepareInstallation(
  ctx: Pick<AppContext, 'config' | 'db'>,
): Promise<FirstAdministrator | undefined> {
  await ensureGeneral(ctx);
  for (const fillLooks of [fillProjectLooks, fillOfficeLooks, fillGroupLooks])
    await fillLooks(ctx.db);
  if (await hasAdministrator(ctx.db)) return undefined;
  const { adminEmail: email, adminPassword } = ctx.config;
  const password = adminPassword ?? randomPassword();
  try {
    await registerAdministrator(ctx, { email, password });
  } catch (error) {
    // Another process has started on the same empty data at this moment.
    if (await hasAdministrator(ctx.db)) return undefined;
    throw error;
  }
  return { email, password: adminPassword === undefined ? password : undefined };
}
