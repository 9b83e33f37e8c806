export const authTexts = {
  wrongCredentials: 'Correo o contraseña incorrectos',
  blocked: 'Tu usuario está bloqueado. Contacta con un administrador.',
  devicePending: 'Tu dispositivo está pendiente de autorización. Contacta con un administrador.',
};
