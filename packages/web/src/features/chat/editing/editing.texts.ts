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
