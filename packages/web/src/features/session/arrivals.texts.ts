import { limits } from '@chat/contract/checks';

/** Texts of the pages that one comes to from outside: by an invitation, or from the company's provider. */
export const arrivalTexts = {
  invitation: {
    title: 'Crea tu contraseña',
    hint: 'Con ella entrarás en el chat. Solo tú la conocerás.',
    password: 'Contraseña nueva',
    passwordHint: `Mínimo ${limits.passwordMin} caracteres`,
    again: 'Repite la contraseña',
    differ: 'Las contraseñas no coinciden',
    refused: 'No se puede crear con este enlace.',
    save: 'Guardar contraseña',
    saveFailed: 'Ocurrió un error al guardar la contraseña.',
    incomplete: 'El enlace está incompleto. Ábrelo otra vez tal como lo recibiste.',
    signIn: 'Ir a iniciar sesión',
  },
  company: {
    checking: 'Comprobando tu cuenta…',
    failed: 'No has podido entrar',
    notProven: 'No se pudo comprobar tu cuenta. Inténtalo de nuevo.',
    again: 'Volver a entrar',
  },
};
