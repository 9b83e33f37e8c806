const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);
const command = isApple ? '⌘' : 'Ctrl';

export const shortcutsTexts = { title: 'Atajos de teclado' };

/** Each line: what it does, then the keys that do it. */
export const shortcuts: { title: string; keys: [meaning: string, ...combinations: string[]][] }[] =
  [
    {
      title: 'En todas partes',
      keys: [
        ['Ir a un chat o a una página', `${command} + K`],
        ['Buscar mensajes', `${command} + Mayús + F`],
        ['Ver estos atajos', '?'],
        ['Cerrar un menú o una pregunta', 'Esc'],
      ],
    },
    {
      title: 'Al escribir un mensaje',
      keys: [
        ['Enviar', 'Enter'],
        ['Saltar de línea', 'Mayús + Enter', 'Ctrl + Enter'],
        ['Mencionar a alguien del grupo', '@'],
      ],
    },
    {
      title: 'En listas y menús',
      keys: [
        ['Moverse', '↑', '↓'],
        ['Elegir', 'Enter'],
      ],
    },
  ];
