export const accountTexts = {
  title: 'Mi cuenta',
  unexpected: 'Ocurrió un error inesperado. Intenta nuevamente.',
  sessions: {
    title: 'Sesiones',
    hint: 'Dónde tienes abierta tu cuenta. Si no reconoces una sesión, ciérrala y cambia tu contraseña.',
    failed: 'No se pudieron cargar tus sesiones',
    unknownDevice: 'Dispositivo desconocido',
    current: 'Esta sesión',
    used: 'Último uso:',
    began: 'Inicio:',
    end: 'Cerrar',
    endNamed: (device: string) => `Cerrar la sesión de ${device}`,
    endTitle: '¿Cerrar esta sesión?',
    endQuestion: (device: string) =>
      `La sesión de ${device} terminará enseguida. Para entrar otra vez desde allí hará falta tu contraseña.`,
    endCurrentQuestion: 'Saldrás de tu cuenta en este navegador.',
    endOthers: 'Cerrar las demás sesiones',
    endOthersTitle: '¿Cerrar las demás sesiones?',
    endOthersQuestion: (count: number) =>
      count === 1
        ? 'La otra sesión terminará enseguida. Esta sigue abierta.'
        : `Las otras ${count} sesiones terminarán enseguida. Esta sigue abierta.`,
    confirm: 'Cerrar sesión',
    confirmOthers: 'Cerrar sesiones',
    ended: 'Sesión cerrada correctamente',
    othersEnded: 'Las demás sesiones se han cerrado',
    endFailed: 'No se pudo cerrar la sesión',
    showAll: (count: number) => `Mostrar las ${count} sesiones`,
  },
  password: {
    title: 'Contraseña',
    hint: 'Solo tú debes conocerla. Al cambiarla, tus sesiones en otros dispositivos terminan.',
    change: 'Cambiar contraseña',
    changeHint: 'Tus sesiones en otros dispositivos terminarán.',
    current: 'Contraseña actual',
    next: 'Contraseña nueva',
    noneHint: (name: string) =>
      `Si no tienes contraseña, déjala en blanco y entra antes con ${name}.`,
    save: 'Actualizar',
    saved: 'Contraseña actualizada correctamente',
    failed: 'Ocurrió un error al actualizar la contraseña.',
  },
  notifications: {
    title: 'Notificaciones',
    hint: 'Cuándo te avisa este navegador de los mensajes nuevos.',
  },
  appearance: {
    title: 'Apariencia',
    hint: 'Los colores de la página en este navegador.',
    label: 'Tema',
    themes: { dark: 'Oscuro', light: 'Claro', auto: 'Automático' },
    autoHint: 'Automático sigue lo que elijas en tu sistema.',
  },
  restricted: {
    password: {
      title: 'Cambia tu contraseña',
      hint: 'Otra persona te dio la que tienes. Elige una que solo conozcas tú para continuar.',
    },
    twoSteps: {
      title: 'Configura la verificación en dos pasos',
      hint: 'Tu empresa la exige: además de tu contraseña, entrarás con un código de tu móvil.',
    },
    logOut: 'Cerrar sesión',
  },
};

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
