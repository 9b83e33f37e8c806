/** First names are all different: they are what people sign in with. */
export const peopleTexts = {
  administrators: ['Elena Navarro', 'Javier Ortega'],
  managers: ['Marta Iglesias', 'Luis Carrasco', 'Nuria Ferrer'],
  users: [
    'Ana Romero',
    'Bruno Castillo',
    'Carla Medina',
    'Diego Santos',
    'Sofía Herrera',
    'Pablo Gallego',
    'Lucía Moreno',
    'Hugo Serrano',
    'Irene Vega',
    'Mario Crespo',
    'Paula Duarte',
    'Álvaro Nieto',
    'Claudia Rivas',
    'Sergio Molina',
    'Inés Campos',
    'Raúl Fuentes',
    'Alba Soler',
    'Adrián Lozano',
    'Laura Pascual',
    'Óscar Benítez',
    'Silvia Prieto',
    'Rubén Aguilar',
    'Cristina Parra',
    'Iván Delgado',
    'Beatriz Mora',
    'Andrés Vicente',
    'Mónica Blanco',
    'Jorge Escudero',
    'Natalia Rojas',
    'Víctor Hidalgo',
    'Celia Marcos',
    'Fernando Arias',
    'Patricia León',
    'Daniel Bravo',
    'Eva Montero',
  ],
};

const workday = (day: number, spans: readonly [from: string, to: string][]) =>
  spans.map(([from, to]) => ({ day, from, to }));

/** The only office with working hours. People of the other offices are notified at any time, as a trial needs. */
const malagaHours = {
  timezone: 'Europe/Madrid',
  days: [
    ...[1, 2, 3, 4].flatMap((day) =>
      workday(day, [
        ['09:00', '14:00'],
        ['16:00', '19:00'],
      ]),
    ),
    ...workday(5, [['08:00', '15:00']]),
  ],
  holidays: [],
};

export const organisationTexts = {
  projects: [
    {
      name: 'Climatización Península',
      offices: [
        {
          name: 'Madrid',
          groups: [
            { name: 'Ventas', description: 'Ofertas y clientes de la zona centro', theme: 'sales' },
            {
              name: 'Administración',
              description: 'Facturas, bancos y personal',
              theme: 'administration',
            },
          ],
        },
        {
          name: 'Valencia',
          groups: [
            { name: 'Almacén', description: 'Existencias y preparación', theme: 'warehouse' },
            { name: 'Reparto', description: 'Rutas y entregas', theme: 'warehouse' },
          ],
        },
      ],
    },
    {
      name: 'Climatización Andalucía',
      offices: [
        {
          name: 'Sevilla',
          groups: [
            { name: 'Ventas', description: 'Ofertas y clientes de la zona sur', theme: 'sales' },
            {
              name: 'Servicio técnico',
              description: 'Averías, revisiones y guardias',
              theme: 'service',
            },
          ],
        },
        {
          name: 'Málaga',
          hours: malagaHours,
          groups: [
            {
              name: 'Compras',
              description: 'Proveedores y vencimientos',
              theme: 'administration',
            },
            {
              name: 'Atención al cliente',
              description: 'Avisos y seguimiento',
              theme: 'service',
            },
          ],
        },
      ],
    },
  ],
} as const;

/** The parts from which the names of a large company are made. */
export const sizeTexts = {
  cast: ['Elena Navarro', 'Marta Iglesias', 'Ana Romero'],
  project: (number: number) => `Delegación ${String(number).padStart(2, '0')}`,
  cities: [
    'Madrid',
    'Barcelona',
    'Valencia',
    'Sevilla',
    'Zaragoza',
    'Málaga',
    'Murcia',
    'Palma',
    'Bilbao',
    'Alicante',
    'Córdoba',
    'Valladolid',
    'Vigo',
    'Gijón',
    'Granada',
    'Oviedo',
    'Burgos',
    'Santander',
    'Pamplona',
    'Salamanca',
  ],
};

export const noteTexts = [
  'Llamar a {contacto} antes de {hora}',
  'Pedir hora para la revisión del coche',
  'Preparar el {documento} de {cliente}: plazos, precio, garantía',
  'Idea: juntar las visitas de {lugar} en una sola mañana',
  'Pedido {numero}: comprobar las {cantidad} unidades',
  'Recoger la chaqueta en la tintorería',
  'Preguntar en la reunión por el {porcentaje} de {cliente}',
  'Contraseña de la wifi de invitados: pedirla en recepción',
  'Vacaciones: hablarlo con el equipo {dia}',
  'Anotar los kilómetros de la furgoneta {matricula}',
  'Comprar pilas para el mando de la sala',
  'Gastos del viaje: tren, dos comidas y aparcamiento',
  'Reservar mesa para {dia} a las 14:30',
  'Leer con calma el {documento} nuevo',
  'Cumpleaños de mi hermana: no olvidar el regalo',
  'Devolver a {contacto} el metro láser',
];

export const drawingsTexts = {
  chart: 'Unidades por mes',
  months: ['E', 'F', 'M', 'A', 'M', 'J', 'J', 'A', 'S', 'O', 'N', 'D'],
  rooms: ['Sala', 'Almacén', 'Despacho', 'Taller'],
  steps: ['Medir', 'Pedir', 'Montar', 'Revisar'],
  sheetHeader: ['Referencia', 'Artículo', 'Existencias', 'Precio'],
  articles: ['Filtro', 'Termostato', 'Rejilla', 'Válvula', 'Compresor', 'Conducto', 'Recuperador'],
  names: {
    grafica: 'grafica.png',
    plano: 'plano-planta.png',
    pizarra: 'pizarra.png',
    ruta: 'ruta.png',
    hoja: 'existencias.csv',
  },
};
