export const holdsTexts = {
  title: 'Conservar por requerimiento',
  chat: (name: string) => `todo lo que hay en «${name}», aunque caduque o alguien lo borre.`,
  user: (email: string) =>
    `lo que ha escrito ${email} en cualquier chat, todas sus conversaciones directas y su chat personal, que nadie puede leer.`,
  before: (what: string) =>
    `Se conservará ${what} Vale desde ahora y no recupera lo que ya se borró.`,
  since: (what: string) => `Se conserva ${what}`,
  hint: 'Las personas afectadas no ven nada. El motivo queda en el registro de auditoría.',
  begun: 'Se conserva desde:',
  by: (email: string) => `por ${email}`,
  set: 'Conservar',
  change: 'Guardar motivo',
  saved: 'Se conserva por requerimiento',
  failed: 'No se pudo cambiar la conservación',
  loadFailed: 'No se pudo cargar lo que se conserva',
  end: 'Dejar de conservar',
  ending: {
    title: '¿Dejar de conservar?',
    question: (name: string) =>
      `«${name}»: lo que se borró o caducó mientras se conservaba se eliminará para siempre en la próxima hora, si nada más lo conserva.`,
    done: 'Ya no se conserva',
  },
  list: {
    title: 'Lo que se conserva',
    none: 'No se conserva nada por requerimiento',
    noneHint: 'Se activa en una conversación de esta página o en el menú de una persona.',
    chat: 'Conversación',
    user: 'Persona',
    change: (name: string) => `Cambiar: ${name}`,
  },
};
