/** Of the frame and what opens it; the rest comes with what it is of. */
export const panelTexts = {
  title: 'Buscar mensajes',
  titleOfAll: 'Buscar en todas las conversaciones',
  recorded: 'Cada búsqueda y lo que muestra queda en el registro de auditoría.',
  inThisChat: 'Buscar en esta conversación',
  close: 'Cerrar búsqueda',
  back: 'Volver',
  help: 'Ayuda para buscar',
};
