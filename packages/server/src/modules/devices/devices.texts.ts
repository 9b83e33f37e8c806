export const devicesTexts = {
  name: (browser: string, system: string) => `${browser} en ${system}`,
};
