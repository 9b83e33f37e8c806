export const twoStepsTexts = {
  title: 'Verificación en dos pasos',
  hint: 'Con ella, quien averigüe tu contraseña no puede entrar: hace falta además un código de tu móvil.',
  failed: 'No se pudo cargar el estado de la verificación en dos pasos',
  on: 'Activada',
  off: 'Desactivada',
  codesLeft: (count: number) =>
    count === 1
      ? 'Te queda 1 código de recuperación.'
      : `Te quedan ${count} códigos de recuperación.`,
  noCodesLeft: 'No te quedan códigos de recuperación.',
  fewCodes: 'Configúrala de nuevo para obtener otros diez.',
  required: 'Tu empresa exige la verificación en dos pasos: no se puede desactivar.',
  mustHave: 'Tu empresa exige la verificación en dos pasos: configúrala.',
  setUp: 'Configurar',
  setUpAgain: 'Configurar de nuevo',
  turnOff: 'Desactivar',
  turnOffTitle: 'Desactivar la verificación en dos pasos',
  turnOffHint:
    'Para entrar bastará con tu contraseña. Tus códigos de recuperación dejarán de servir.',
  turnedOff: 'Verificación en dos pasos desactivada',
  turnOffFailed: 'No se pudo desactivar la verificación en dos pasos',
  password: 'Contraseña',
  begin: {
    dialogTitle: 'Configurar la verificación en dos pasos',
    hint: 'Necesitas tu móvil y una aplicación de verificación, como Google Authenticator, Microsoft Authenticator o la de tu gestor de contraseñas.',
    again:
      'La aplicación y los códigos de recuperación que usas ahora dejarán de servir cuando termines.',
    action: 'Empezar',
  },
  scan: {
    first: 'Escanea este código con la aplicación',
    image: 'Código QR para la aplicación de verificación',
    open: 'Abrir la aplicación en este móvil',
    byHand: '¿No puedes escanearlo? Escribe esta clave en la aplicación:',
    secret: 'Clave para escribir a mano',
    copySecret: 'Copiar la clave',
    copied: 'Clave copiada',
    second: 'Escribe el código de 6 cifras que muestra',
    code: 'Código de verificación',
    others: 'Al activarla, tus sesiones en otros dispositivos terminan.',
    action: 'Activar',
  },
  codes: {
    done: 'La verificación en dos pasos está activada.',
    title: 'Códigos de recuperación',
    hint: 'Guárdalos ahora: no se vuelven a mostrar. Con uno de ellos entras si pierdes el móvil, y cada uno sirve una sola vez.',
    of: (email: string, host: string) => `${email} · ${host}`,
    print: 'Imprimir',
    copy: 'Copiar',
    copied: 'Códigos copiados',
    copyFailed: 'No se pudo copiar. Selecciona el texto y cópialo a mano.',
    action: 'Terminar',
  },
  leave: {
    title: '¿Salir sin guardar los códigos?',
    question:
      'No se vuelven a mostrar. Sin ellos, si pierdes el móvil, no podrás entrar sin ayuda de un administrador.',
    stay: 'Volver a los códigos',
    discard: 'Ya los tengo',
  },
};
