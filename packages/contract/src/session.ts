// Steps that a restricted session asks for first, and why a session ended. Apart from the schemas: the server answers
// with them, and the page's first view, which builds no schemas, shows them.

/** Everything that the user of a restricted session may have to do first, in the order in which it is asked for. */
export const requiredSteps = ['PASSWORD', 'TWO_STEPS', 'NOTICE'] as const;
export type RequiredStep = (typeof requiredSteps)[number];

/** Everything that the user of a restricted session must do first; each is absent where nothing is to be done. */
export interface Requirements {
  mustChangePassword?: true | undefined;
  mustSetUpTwoSteps?: true | undefined;
  /** The version of the privacy notice that they have yet to confirm. */
  noticeRequired?: number | undefined;
}

/**
 * The requirement that comes first; undefined for a session that is not restricted (rules/sign-in 21). Both sides decide
 * by it.
 */
export function requiredStepOf(requirements: Requirements): RequiredStep | undefined {
  if (requirements.mustChangePassword) return 'PASSWORD';
  if (requirements.mustSetUpTwoSteps) return 'TWO_STEPS';
  return requirements.noticeRequired === undefined ? undefined : 'NOTICE';
}

/** The sign-in page shows this text (rules/sessions 7). After a logout it names no reason: the user knows it. */
export const sessionEndTexts = {
  logout: 'Inicia sesión para continuar',
  blocked: 'Tu usuario está bloqueado. Contacta con un administrador.',
  deleted: 'Tu usuario ha sido eliminado. Contacta con un administrador.',
  device: 'Tu dispositivo ya no está autorizado. Contacta con un administrador.',
  password: 'Tu contraseña ha cambiado. Inicia sesión con la nueva.',
  expired: 'Tu sesión ha caducado. Inicia sesión de nuevo.',
  owner: 'Has cerrado esta sesión desde otro dispositivo.',
};
export type SessionEndReason = keyof typeof sessionEndTexts;

/** The reason of an ended session, found by its text. */
export const reasonOf = (text: string): SessionEndReason | undefined =>
  reasons.find((reason) => sessionEndTexts[reason] === text);

const reasons = Object.keys(sessionEndTexts) as SessionEndReason[];

/** The answer to a session token that the server does not know. */
export const sessionOver = 'Tu sesión ha terminado. Inicia sesión de nuevo.';
