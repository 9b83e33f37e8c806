export const projectsTexts = {
  nameTaken: 'Ya existe un proyecto con ese nombre',
  hasOffices: 'El proyecto tiene oficinas',
  unknown: 'El proyecto no existe',
};
