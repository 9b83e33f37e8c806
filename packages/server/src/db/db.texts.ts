export const dbTexts = {
  newerData: (migration: string) =>
    `Los datos son de una versión más nueva (${migration}); actualiza el programa.`,
  changedMigration: (migration: string) =>
    `La migración ${migration} no es la que se aplicó a estos datos.`,
};
