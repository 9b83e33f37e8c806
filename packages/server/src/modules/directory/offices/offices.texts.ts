export const officesTexts = {
  nameTaken: 'Ya existe una oficina con ese nombre en el proyecto',
  unknown: 'La oficina no existe',
  hasGroups: 'La oficina tiene grupos',
  cannotMove: 'Una oficina no puede cambiar de proyecto',
};
