import type { SessionEndReason } from './auth.events.ts';

/** Told where one signs in again (rules/sessions 7); who logged out knows why. */
export const sessionEndTexts: Record<SessionEndReason, string> = {
  logout: 'Inicia sesión para continuar',
  blocked: 'Tu usuario está bloqueado. Contacta con un administrador.',
  deleted: 'Tu usuario ha sido eliminado. Contacta con un administrador.',
  device: 'Tu dispositivo ya no está autorizado. Contacta con un administrador.',
  password: 'Tu contraseña ha cambiado. Inicia sesión con la nueva.',
  expired: 'Tu sesión ha caducado. Inicia sesión de nuevo.',
};

/** Why a session ended, by what its user is told. */
export const reasonOf = (text: string): SessionEndReason | undefined =>
  reasons.find((reason) => sessionEndTexts[reason] === text);

const reasons = Object.keys(sessionEndTexts) as SessionEndReason[];

/** Of a session that nobody knows any more. */
export const sessionOver = 'Tu sesión ha terminado. Inicia sesión de nuevo.';
