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
