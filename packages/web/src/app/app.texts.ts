export const appTexts = {
  notFound: 'Página no encontrada',
  notFoundHint: 'La dirección no existe o ya no está disponible.',
  goHome: 'Ir al inicio',
  loading: 'Cargando…',
  failed: 'No se pudo abrir la página',
};
