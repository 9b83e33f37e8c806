export const dbTexts = {
  newerData: (migration: string) =>
    `Los datos son de una versión más nueva (${migration}); actualiza el programa.`,
  changedMigration: (migration: string) =>
    `La migración ${migration} no es la que se aplicó a estos datos.`,
  noTrigrams:
    'A la base de datos (DATABASE_URL) le falta la extensión pg_trgm y su usuario no puede crearla: ejecuta en ella «create extension pg_trgm;» como administrador de PostgreSQL (viene en el paquete postgresql-contrib) y arranca de nuevo.',
  noData: (folder: string) => `No hay datos en ${folder}.`,
  noSchema: 'La base de datos no contiene una instalación de WEB CHAT.',
  taken: (place: string) => `Ya hay datos en ${place}; no se ha cambiado nada.`,
  serverRunning: 'Hay un servidor en marcha con esta base de datos: detenlo y repite la orden.',
};
