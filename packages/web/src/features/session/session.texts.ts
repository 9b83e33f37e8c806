export const sessionTexts = {
  brand: 'CHAT WEB',
  email: 'Correo electrónico',
  password: 'Contraseña',
  logIn: 'Log In',
  logInHint: 'Inicia sesión para continuar',
  unexpected: 'Ocurrió un error inesperado. Intenta nuevamente.',
};
