/** The texts of the frame and its opener; the other texts come with their parts. */
export const panelTexts = {
  title: 'Buscar mensajes',
  titleOfAll: 'Buscar en todas las conversaciones',
  recorded: 'Cada búsqueda y lo que muestra queda en el registro de auditoría.',
  inThisChat: 'Buscar en esta conversación',
  close: 'Cerrar búsqueda',
  back: 'Volver',
  help: 'Ayuda para buscar',
};
