export const sessionTexts = {
  brand: 'CHAT WEB',
  email: 'Correo electrónico',
  password: 'Contraseña',
  passwordToggle: { show: 'Mostrar contraseña', hide: 'Ocultar contraseña' },
  logIn: 'Log In',
  logInHint: 'Inicia sesión para continuar',
  unexpected: 'Ocurrió un error inesperado. Intenta nuevamente.',
};
