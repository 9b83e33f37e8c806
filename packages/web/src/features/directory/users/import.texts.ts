const people = (count: number) =>
  count === 1 ? '1 usuario' : `${count.toLocaleString('es')} usuarios`;

export const importTexts = {
  title: 'Importar usuarios',
  intro:
    'Elige un archivo CSV, tal como lo guarda un programa de tablas. Antes de registrar a nadie verás qué pasará con cada fila.',
  columns: 'La primera fila nombra las columnas:',
  needed: 'nombre, apellido y correo, necesarias;',
  others: 'proyecto, oficina, grupos (varios con | entre ellos) y rol, si hacen falta.',
  choose: 'Elegir archivo CSV',
  chooseOther: 'Otro archivo',
  checkAgain: 'Comprobar otra vez',
  reading: (name: string) => `Leyendo ${name}…`,
  preview: 'Filas del archivo',
  row: 'Fila',
  email: 'Correo',
  outcome: 'Resultado',
  actions: { create: 'Nueva', none: 'Sin cambios' },
  counts: {
    create: (count: number) => (count === 1 ? '1 nueva' : `${count.toLocaleString('es')} nuevas`),
    none: (count: number) => `${count.toLocaleString('es')} sin cambios`,
    error: (count: number) => `${count.toLocaleString('es')} con errores`,
  },
  onlyErrors: 'Solo errores',
  mend: 'Corrige en el archivo las filas con errores y elígelo otra vez. No se importa nada hasta que todas están bien.',
  nothingNew: 'Todas las personas del archivo ya están registradas.',
  cell: (column: string, text: string) => `${column}: ${text}`,
  invite: 'Crear invitaciones',
  inviteHint:
    'Al terminar descargas un enlace para cada persona nueva, con el que elige su contraseña.',
  withoutPassword: 'Nadie podrá entrar con contraseña hasta que lo invites.',
  start: (count: number) => `Importar ${people(count)}`,
  importing: 'Importando usuarios',
  progress: (done: number, total: number) =>
    `${done.toLocaleString('es')} de ${total.toLocaleString('es')}`,
  done: 'Importación terminada',
  created: (count: number) =>
    count === 1 ? '1 usuario registrado' : `${count.toLocaleString('es')} usuarios registrados`,
  unchanged: (count: number) => `${count.toLocaleString('es')} sin cambios`,
  download: 'Descargar invitaciones (CSV)',
  downloadHint:
    'Los enlaces se muestran solo ahora. Sirven una vez, durante 48 horas: envía a cada persona el suyo.',
  downloaded: 'Invitaciones descargadas',
  invitationFile: 'invitaciones.csv',
  invitationColumns: ['correo', 'enlace', 'válido hasta'],
  close: 'Listo',
  unreadable: 'No se pudo leer el archivo. Elígelo otra vez.',
  failed: 'Ocurrió un error con el archivo. Inténtalo de nuevo.',
  unknown:
    'Se perdió la conexión y no se sabe si la importación terminó. Comprueba el archivo otra vez: verás qué falta.',
  leave: {
    importing: {
      title: '¿Cerrar mientras se importa?',
      question: 'La importación continúa, pero aquí ya no verás el resultado ni las invitaciones.',
      stay: 'Seguir aquí',
      discard: 'Cerrar',
    },
    invitations: {
      title: '¿Salir sin las invitaciones?',
      question:
        'Los enlaces no se vuelven a mostrar: tendrías que invitar a cada persona de nuevo.',
      stay: 'Seguir aquí',
      discard: 'Salir sin ellas',
    },
  },
};
