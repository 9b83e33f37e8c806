export const chipsTexts = {
  change: (what: string, chosen: string) => `${what}: cambiar ${chosen}`,
  choicesFailed: 'No se pudo cargar la lista',
  dates: 'Fechas',
  since: 'Desde',
  until: 'Hasta',
  lastDays: {
    1: 'Hoy',
    7: 'Últimos 7 días',
    30: 'Últimos 30 días',
    365: 'Último año',
  },
  chosen: {
    since: (day: string) => `Desde el ${day}`,
    until: (day: string) => `Hasta el ${day}`,
    between: (since: string, until: string) => `Del ${since} al ${until}`,
    on: (day: string) => `El ${day}`,
  },
};
