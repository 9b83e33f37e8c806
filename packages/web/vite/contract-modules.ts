export const contractModules = import.meta.glob(
  ['../../contract/src/*.ts', '!../../contract/src/*.test.ts'],
  { eager: true },
);
