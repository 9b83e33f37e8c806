export const quickSwitcherTexts = {
  title: 'Ir a…',
  placeholder: 'Grupo, correo o página',
  results: 'Destinos',
  none: 'Nada coincide con lo escrito',
  nowhere: 'Todavía no hay a dónde ir',
  count: (count: number) => (count === 1 ? '1 destino' : `${count} destinos`),
  groupChat: 'Chat grupal',
  page: 'Página',
  move: 'moverse',
  open: 'abrir',
  close: 'cerrar',
};
