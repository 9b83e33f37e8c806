export const seedTexts = {
  ownData: 'La base de datos ya tiene datos propios: no se toca.',
};

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

interface Option {
  name: string;
  least: number;
  most: number;
  usual: number;
}

const counted = (count: number) => count.toLocaleString('es');

const optionLine = ({ name, least, most, usual }: Option) =>
  `  --${name} N`.padEnd(18) +
  `de ${counted(least)} a ${counted(most)}; ${counted(usual)} si no se dice`;

export const seedSizeTexts = {
  help: (options: Option[]) =>
    `Uso: npm run seed -- [opciones]

Crea una empresa del tamaño pedido en ./seed-data (o en la base de datos vacía de DATABASE_URL) y arranca el servidor.

${options.map(optionLine).join('\n')}
  --help          Muestra esta ayuda`,
  seeHelp: 'Escribe "npm run seed -- --help" para ver cómo se usa.',
  wrongOptions: 'Hay opciones que no existen o a las que les falta el valor.',
  wrongNumber: (name: string, least: number, most: number) =>
    `--${name} debe ser un número entero de ${counted(least)} a ${counted(most)}.`,
  filling: 'Preparando la empresa (puede tardar medio minuto) …',
  filled: (users: number, messages: number) =>
    `Empresa creada: ${counted(users)} personas, ${counted(messages)} mensajes.`,
  filledBefore:
    'La empresa ya estaba creada. Para hacerla de otro tamaño, borra antes sus datos (./seed-data).',
  signIn: (domain: string, password: string) =>
    [
      `Contraseña de todos: ${password}`,
      `  Administración:    elena@${domain}`,
      `  Gestión de grupos: marta@${domain}`,
      `  Usuarios:          ana@${domain} y todos los demás`,
    ].join('\n'),
};
