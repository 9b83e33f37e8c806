export const seedDemoTexts = {
  filled: (messages: number) =>
    `Empresa de demostración creada: 40 personas, ${messages.toLocaleString('es')} mensajes.`,
  filledBefore: 'La empresa de demostración ya estaba creada.',
  signIn: (domain: string, password: string) =>
    [
      `Contraseña de todos: ${password}`,
      `  Administración:    elena@${domain}`,
      `  Gestión de grupos: marta@${domain}, luis@${domain}`,
      `  Usuarios:          ana@${domain}, bruno@${domain}, carla@${domain}, diego@${domain}`,
    ].join('\n'),
};
