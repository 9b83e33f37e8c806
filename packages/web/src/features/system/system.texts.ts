export const systemTexts = {
  /** A narrow window shows the first part alone; a screen reader says both. */
  connection: {
    lost: 'Sin conexión',
    reconnecting: '. Reconectando…',
  },
  /** Where the browser keeps nothing, or not all, of what the page gives it. */
  storage: {
    blocked:
      'Este navegador no guarda nada de esta página. Si cierras o recargas la pestaña, se cierra tu sesión, quizá haya que autorizar otra vez el dispositivo y se pierde lo que no hayas enviado.',
    full: 'Este navegador no tiene espacio para guardar lo de esta página. Si cierras o recargas la pestaña, puedes perder la sesión y lo que no hayas enviado.',
    cookies: 'Sin cookies tampoco se ven imágenes ni se descargan archivos.',
    understood: 'Entendido',
  },
};
