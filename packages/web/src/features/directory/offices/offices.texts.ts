export const officesTexts = {
  title: 'Oficinas',
  office: 'Oficina',
  project: 'Proyecto',
  name: 'Nombre',
  edit: 'Editar',
  delete: 'Eliminar',
  register: 'Registrar',
  update: 'Actualizar',
  workingHours: 'Horario',
  registerOffice: 'Registrar oficina',
  updateOffice: 'Actualizar oficina',
  created: 'Oficina registrado correctamente', // as specified
  updated: 'Oficina actualizado correctamente', // as specified
  deleted: 'Oficina eliminado correctamente.', // as specified
  createFailed: 'Ocurrió un error al registrar la oficina.',
  updateFailed: 'Ocurrió un error al actualziar la oficina.', // as specified
  deleteFailed: 'Ocurrió un error al eliminar una oficina.',
  deleteTitle: '¿Eliminar oficina?',
  deleteQuestion: (name: string) => `Se eliminará la oficina «${name}».`,
  none: 'Todavía no hay oficinas',
  noneHint:
    'Una oficina es un lugar de trabajo de un proyecto; dentro de ella se forman los grupos.',
  createFirst: 'Crear la primera',
  projectFirst: 'Primero registra un proyecto',
  projectFirstHint: 'Toda oficina pertenece a uno, y todavía no hay ninguno.',
};
