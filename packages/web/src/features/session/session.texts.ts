export const sessionTexts = {
  brand: 'CHAT WEB',
  email: 'Correo electrónico',
  password: 'Contraseña',
  passwordToggle: { show: 'Mostrar contraseña', hide: 'Ocultar contraseña' },
  logIn: 'Log In',
  logInHint: 'Inicia sesión para continuar',
  companySignIn: (name: string) => `Entrar con ${name}`,
  or: 'o',
  passwordSet: 'Tu contraseña está lista. Entra con ella.',
  unexpected: 'Ocurrió un error inesperado. Intenta nuevamente.',
};
