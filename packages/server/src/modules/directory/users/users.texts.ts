export const usersTexts = {
  administratorName: { firstName: 'Administrador', lastName: 'General' },
  emailTaken: 'El correo ya está registrado',
  unknownUser: 'Uno de los usuarios no existe',
  ownPasswordNeeded: 'Escribe tu propia contraseña para cambiar la de otro administrador',
  ownPasswordForAdministrator: 'Escribe tu propia contraseña para registrar a un administrador',
  wrongPassword: 'La contraseña actual no es correcta',
  cannotBlockYourself: 'No puedes bloquear tu propio usuario',
  cannotDeleteYourself: 'No puedes eliminar tu propio usuario',
  lastAdministrator: 'Es el último administrador',
};
