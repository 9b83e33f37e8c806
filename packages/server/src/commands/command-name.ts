/** As its user has called it: by npm in a checkout, else by the installed command. */
export const nameOf = (command: 'admin' | 'backup' | 'restore'): string =>
  process.env.npm_lifecycle_event === command ? `npm run ${command} --` : `web-chat ${command}`;
