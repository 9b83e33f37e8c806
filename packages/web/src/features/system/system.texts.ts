import type { Notice } from '@chat/contract/system';

const counted = ({ messages, isMore }: Notice): string => {
  const number = messages.toLocaleString('es');
  return `${isMore ? 'más de ' : ''}${number} ${messages === 1 ? 'mensaje' : 'mensajes'}`;
};

export const systemTexts = {
  /** Where the browser keeps nothing, or not all, of what the page gives it. */
  storage: {
    blocked:
      'Este navegador no guarda nada de esta página. Si cierras o recargas la pestaña, se cierra tu sesión, quizá haya que autorizar otra vez el dispositivo y se pierde lo que no hayas enviado.',
    full: 'Este navegador no tiene espacio para guardar lo de esta página. Si cierras o recargas la pestaña, puedes perder la sesión y lo que no hayas enviado.',
    cookies: 'Sin cookies tampoco se ven imágenes ni se descargan archivos.',
    understood: 'Entendido',
  },
  notices: {
    RETENTION_HELD_BY_CLOCK: (notice: Notice, time: string) => ({
      title: 'No se eliminan mensajes: la hora del servidor no es creíble',
      text: `Su reloj marcaba ${time} cuando se vio. Según él, ya han cumplido el plazo de conservación ${counted(notice)}. Avisa a quien lleva el servidor: si el reloj estaba mal, basta con corregirlo; si está bien, la eliminación sigue sola a los tres días, o ya con la orden «web-chat admin retention run».`,
    }),
    RETENTION_HELD_BY_LIMIT: (notice: Notice, time: string) => ({
      title: 'Hay más mensajes por eliminar de los que se eliminan en un día',
      text: `Ya han cumplido el plazo de conservación, y esperan desde ${time}, ${counted(notice)}. Se eliminan poco a poco, día a día. Si no es lo que esperabas, avisa a quien lleva el servidor, que también puede eliminarlos ya con «web-chat admin retention run».`,
    }),
  },
};
