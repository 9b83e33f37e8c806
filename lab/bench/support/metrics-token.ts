/** What the servers behind a proxy want from a reader of figures; this machine's own need none. */
export const metricsToken = 'clave-de-las-medidas';
