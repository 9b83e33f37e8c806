export const sessionTexts = {
  brand: 'CHAT WEB',
  email: 'Correo electrónico',
  password: 'Contraseña',
  passwordToggle: { show: 'Mostrar contraseña', hide: 'Ocultar contraseña' },
  logIn: 'Log In',
  logInHint: 'Inicia sesión para continuar',
  passwordReset: (by: string | null, time: string) =>
    by === null
      ? `Tu contraseña se cambió desde el servidor (${time}). Si no lo esperabas, avisa a un administrador.`
      : `${by} cambió tu contraseña (${time}). Si no lo esperabas, habla con esa persona o con otro administrador.`,
  understood: 'Entendido',
  deviceCode: 'Código de este dispositivo',
  deviceCodeHint:
    'Díselo a un administrador: lo verá junto a tu solicitud y así sabrá que es la tuya.',
  unexpected: 'Ocurrió un error inesperado. Intenta nuevamente.',
};
