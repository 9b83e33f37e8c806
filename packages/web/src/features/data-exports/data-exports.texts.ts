export const exportTexts = {
  own: {
    title: 'Descargar mis datos',
    hint: 'Una copia de lo que has escrito y de lo que se guarda sobre ti.',
    about:
      'Un archivo ZIP con tu perfil, tus mensajes y archivos, tus sesiones y dispositivos, y los asientos del registro de auditoría que te nombran. No contiene lo que han escrito otras personas.',
  },
  user: {
    title: 'Descargar datos',
    about: (email: string) =>
      `Un archivo ZIP con los datos de ${email}: su perfil, sus mensajes y archivos en las conversaciones que puedes leer ahora, sus sesiones y dispositivos. No contiene su chat personal ni lo que han escrito otras personas.`,
  },
  chat: {
    title: 'Exportar conversación',
    about: (name: string) =>
      `Un archivo ZIP con los mensajes y archivos de «${name}» para leerlos sin el chat, y una lista con la huella digital (SHA-256) de cada archivo, que prueba que nadie los ha cambiado.`,
  },
  recorded: 'Queda anotado en el registro de auditoría.',
  prepare: 'Preparar la descarga',
  prepareAgain: 'Preparar otra vez',
  tryAgain: 'Intentarlo de nuevo',
  working: 'Se está preparando. Puedes cerrar esta página: seguirá sin ti.',
  ready: (size: string) => `Preparado: archivo ZIP de ${size}.`,
  until: (when: string) => `Se puede descargar hasta ${when}.`,
  download: 'Descargar',
  failed: 'No se pudo preparar. Inténtalo de nuevo más tarde.',
  askFailed: 'No se pudo pedir la descarga',
  loadFailed: 'No se pudieron cargar las descargas',
};
