export const dbTexts = {
  newerData: (newer: string, own: string) =>
    `Los datos son de una versión más nueva (${newer}) que este programa (${own}); actualiza el programa.`,
  olderRunning: (running: string | null, own: string, oldest: string) =>
    `Un servidor de ${running ? `la versión ${running}` : 'una versión anterior a la 1.0.0'} usa la base de datos (DATABASE_URL), y la ${own} no puede ponerla al día mientras siga en marcha: detén todos los servidores anteriores a la ${oldest} y arranca de nuevo.`,
  tablesHeld:
    'No se ha podido poner al día la base de datos (DATABASE_URL): otro programa tiene ocupadas sus tablas, quizá una copia de seguridad. Espera a que termine y arranca de nuevo.',
  changedMigration: (migration: string) =>
    `La migración ${migration} no es la que se aplicó a estos datos.`,
  noTrigrams:
    'A la base de datos (DATABASE_URL) le falta la extensión pg_trgm y su usuario no puede crearla: ejecuta en ella «create extension pg_trgm;» como administrador de PostgreSQL (viene en el paquete postgresql-contrib) y arranca de nuevo.',
  noData: (folder: string) => `No hay datos en ${folder}.`,
  noSchema: 'La base de datos no contiene una instalación de WEB CHAT.',
  taken: (place: string) => `Ya hay datos en ${place}; no se ha cambiado nada.`,
  serverRunning: 'Hay un servidor en marcha con esta base de datos: detenlo y repite la orden.',
};
