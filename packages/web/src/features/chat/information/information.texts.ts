export const informationTexts = {
  title: 'Información del mensaje',
  seenBy: 'Visto por',
  deliveredTo: 'Entregado a',
  pending: 'Pendiente',
  nobody: 'Nadie',
  unknownTime: 'Hora desconocida',
  recorded: 'Cada consulta queda en el registro de auditoría.',
  refresh: 'Actualizar',
  failed: 'No se pudo cargar la información del mensaje',
  gone: 'El mensaje ya no está disponible.',
};
