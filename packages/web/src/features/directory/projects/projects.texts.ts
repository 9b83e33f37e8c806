export const projectsTexts = {
  title: 'Proyectos',
  project: 'Proyecto',
  name: 'Nombre',
  edit: 'Editar',
  delete: 'Eliminar',
  register: 'Registrar',
  update: 'Actualizar',
  registerProject: 'Registrar proyecto',
  updateProject: 'Actualizar proyecto',
  created: 'Proyecto registrado correctamente',
  updated: 'Proyecto actualizado correctamente',
  deleted: 'Proyecto eliminado correctamente.',
  createFailed: 'Ocurrió un error al registrar el proyecto.',
  updateFailed: 'Ocurrió un error al actualizar el proyecto.',
  deleteFailed: 'Ocurrió un error al eliminar una proyecto.', // as specified
  deleteTitle: '¿Eliminar proyecto?',
  deleteQuestion: (name: string) => `Se eliminará el proyecto «${name}».`,
  none: 'Todavía no hay proyectos',
  noneHint:
    'Un proyecto reúne las oficinas de una misma obra, cliente o región. Las oficinas y sus grupos vienen después.',
  createFirst: 'Crear el primero',
};
