import { limits } from '@chat/contract/limits';

export const holdsTexts = {
  title: 'Conservar por requerimiento',
  aboutChat: (name: string) =>
    `Se conserva todo lo que hay en «${name}», aunque caduque o alguien lo borre.`,
  aboutUser: (email: string) =>
    `Se conserva lo que ha escrito ${email} en cualquier chat, todas sus conversaciones directas y su chat personal, que nadie puede leer.`,
  hint: 'Vale desde ahora y no recupera lo que ya se borró. Las personas afectadas no ven nada. El motivo queda en el registro de auditoría.',
  since: 'Se conserva desde:',
  by: (email: string) => `por ${email}`,
  reason: 'Motivo',
  count: (count: number) =>
    `${count} de ${limits.reasonMax} caracteres; como mínimo, ${limits.reasonMin}`,
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
