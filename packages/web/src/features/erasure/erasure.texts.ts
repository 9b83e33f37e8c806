export const erasureTexts = {
  erase: 'Borrar definitivamente',
  deleted: 'Eliminados',
  more: 'Mostrar más',
  loadFailed: 'No se pudo cargar la lista',
  failed: 'No se pudo borrar. Inténtalo de nuevo.',
  deletedAt: 'Eliminado:',
  held: 'Se conserva',
  options: (name: string) => `Opciones de ${name}`,
  users: {
    title: 'Personas eliminadas',
    hint: 'Ya no tienen acceso, y sus mensajes siguen a su nombre. Aquí puedes entregar sus datos o borrarlos para siempre.',
    none: 'No hay personas eliminadas',
    noneHint:
      'Las que se eliminen aparecerán aquí, para entregar sus datos o borrarlos para siempre.',
    export: 'Descargar datos',
    hold: 'Conservar por requerimiento',
    about: (email: string) =>
      `Se borra para siempre lo que queda de ${email}: su nombre y su correo, sus dispositivos, su chat personal, sus reacciones y las copias de sus datos. No se puede deshacer. El registro de auditoría se conserva.`,
    messages: 'Borrar también sus mensajes',
    withMessages: 'Sus mensajes y archivos desaparecen de todos los chats.',
    withoutMessages: 'Sus mensajes se quedan, a nombre de «Usuario eliminado».',
    email: 'Escribe su correo para confirmar',
    done: 'Persona borrada definitivamente',
  },
  groups: {
    title: 'Grupos eliminados',
    hint: 'Nadie ve ya sus chats, pero lo que se dijo en ellos sigue guardado. Aquí puedes borrarlo para siempre.',
    none: 'No hay grupos eliminados',
    noneHint: 'Los que se eliminen aparecerán aquí, para borrar su contenido para siempre.',
    about: (name: string) =>
      `Se borra para siempre el contenido de «${name}»: su chat y sus chats directos, con mensajes y archivos. No se puede deshacer. Su nombre queda solo en el registro de auditoría.`,
    name: 'Escribe su nombre para confirmar',
    done: 'Grupo borrado definitivamente',
  },
};
