// Apart from the texts of the chat, which is there before anybody opens the menu of a message.

export const editingTexts = {
  edit: 'Editar',
  editing: 'Editando mensaje',
  cancel: 'Cancelar edición',
  gone: 'El mensaje que editabas fue eliminado',
  failed: 'No se pudo guardar el cambio. Revisa tu conexión e inténtalo de nuevo.',
  delete: 'Eliminar',
  deleteTitle: '¿Eliminar mensaje?',
  deleteQuestion: 'El mensaje desaparecerá para todos. Esto no se puede deshacer.',
  deletePersonalQuestion: 'El mensaje desaparecerá. Esto no se puede deshacer.',
  deleted: 'Mensaje eliminado correctamente.',
  deleteFailed: 'Ocurrió un error al eliminar el mensaje.',
};

export const forwardTexts = {
  title: 'Reenviar mensaje',
  forward: 'Reenviar',
  search: 'Buscar conversación',
  max: (count: number) => `Puedes elegir hasta ${count} conversaciones.`,
  failed: 'No se pudieron cargar tus conversaciones',
  someFailed: 'No se pudieron cargar todas tus conversaciones.',
  retry: 'Reintentar',
  gone: 'El mensaje ya no está disponible.',
  sent: (names: string[]) =>
    names.length === 1 ? `Reenviando a ${names[0]}` : `Reenviando a ${names.length} conversaciones`,
};
