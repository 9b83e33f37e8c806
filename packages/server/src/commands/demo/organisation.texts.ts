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
