// Apart from the texts of the sign-in page, which shows none of them.

const unexpected = (by: string | null) =>
  by === null
    ? 'Si no lo esperabas, avisa a un administrador.'
    : 'Si no lo esperabas, habla con esa persona o con otro administrador.';

/** Changes that somebody else made to the person's ways in; `by` is null for the server's command line. */
export const noticeTexts = {
  passwordReset: (by: string | null, time: string) =>
    `${by === null ? 'Tu contraseña se cambió desde el servidor' : `${by} cambió tu contraseña`} (${time}). ${unexpected(by)}`,
  totpRemoved: (by: string | null, time: string) =>
    `${by === null ? 'Tu verificación en dos pasos se quitó desde el servidor' : `${by} quitó tu verificación en dos pasos`} (${time}). ${unexpected(by)}`,
  understood: 'Entendido',
};
