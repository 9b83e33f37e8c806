// Apart from the texts of the sign-in page, which is there before anybody needs a code.

/** The two kinds of code; `other` names the button that changes to the other one. */
export const codeTexts = {
  authenticator: {
    label: 'Código de verificación',
    hint: 'Escribe el código de 6 cifras que muestra tu aplicación de verificación.',
    other: 'Usar un código de recuperación',
  },
  recovery: {
    label: 'Código de recuperación',
    hint: 'Escribe uno de los códigos que guardaste. Cada uno sirve una sola vez.',
    other: 'Usar un código de la aplicación',
  },
  device: {
    label: 'Código de este dispositivo',
    hint: 'Díselo a un administrador: lo verá junto a tu solicitud y así sabrá que es la tuya.',
  },
};
