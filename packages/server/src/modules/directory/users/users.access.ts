import type { Db } from '../../../db/database.ts';
import { invalidField, notFound, takenField } from '../../../shared/errors.ts';
import type { ChatContext } from '../../chat/context.ts';
import { findUser, findUsersToJoin, type UserRow } from './users.queries.ts';

export const usersTexts = {
  administratorName: { firstName: 'Administrador', lastName: 'General' },
  emailTaken: 'El correo ya está registrado',
  unknownUser: 'Uno de los usuarios no existe',
  ownPasswordNeeded: 'Escribe tu propia contraseña para cambiar la de otro administrador',
  ownPasswordForAdministrator: 'Escribe tu propia contraseña para registrar a un administrador',
  ownPasswordForEmail: 'Escribe tu propia contraseña para cambiar el correo de un administrador',
  ownPasswordForSupervisor: 'Escribe tu propia contraseña para cambiar quién supervisa',
  notAdministrator: 'Solo los administradores pueden supervisar',
  passwordNeeded: 'Contraseña requerida',
  samePassword: 'Elige una contraseña distinta de la actual',
  wrongPassword: 'La contraseña actual no es correcta',
  companyOnly: (name: string) => `Entra con ${name}.`,
  companyAgain: (name: string) => `Vuelve a entrar con ${name}.`,
  cannotBlockYourself: 'No puedes bloquear tu propio usuario',
  cannotDeleteYourself: 'No puedes eliminar tu propio usuario',
  lastAdministrator: 'Es el último administrador',
};

export async function accessUser(db: Db, uuid: string): Promise<UserRow> {
  const user = await findUser(db, uuid);
  if (!user) throw notFound();
  return user;
}

/** Keeps the user from being deleted until the commit. */
export async function lockUser(tx: Db, uuid: string): Promise<void> {
  const users = await findUsersToJoin(tx, [uuid]);
  if (users.length === 0) throw notFound();
}

/** The users that a body names in `field`, kept from deletion until the commit; an unknown one is that field's fault. */
export async function accessNamedUsers(
  tx: Db,
  userUuids: string[],
  field: string,
): Promise<{ id: number; uuid: string }[]> {
  const wanted = new Set(userUuids);
  if (wanted.size === 0) return [];
  const users = await findUsersToJoin(tx, [...wanted]);
  if (users.length < wanted.size) throw invalidField(field, usersTexts.unknownUser);
  return users;
}

const emailTaken = () => takenField('email', usersTexts.emailTaken);

export const emailRefusals = { users_email_key: emailTaken };

/** The system's address for group chats is nobody's (rules/people 9). */
export function assertNotGroupAddress(ctx: Pick<ChatContext, 'config'>, email: string): void {
  if (email === ctx.config.groupAddress) throw emailTaken();
}
