export const reactionsTexts = {
  notInPersonalChat: 'Aquí no se puede reaccionar',
  inactive: 'Esta persona ya no participa en el grupo',
};
