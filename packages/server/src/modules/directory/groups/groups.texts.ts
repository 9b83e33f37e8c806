export const groupsTexts = {
  nameTaken: 'Ya existe un grupo con ese nombre en la oficina',
  nameReserved: 'El nombre GENERAL está reservado',
  cannotEditGeneral: 'El grupo GENERAL no se puede editar',
  cannotDeleteGeneral: 'El grupo GENERAL no se puede eliminar',
  notManager: 'No gestionas este grupo',
  cannotAddYourself: 'No puedes agregarte a un grupo que gestionas',
  otherProject: 'La oficina no es de ese proyecto',
  unknownGroup: 'Uno de los grupos no existe',
};
