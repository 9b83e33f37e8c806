import { expect, it } from 'vitest';
import { fileTypeOf } from './checks.ts';

it.each(['jpg', 'jpeg', 'png', 'gif', 'webp', 'bmp', 'svg', 'PNG', 'Jpg'])(
  'an image by its extension: %s',
  (extension) => {
    expect(fileTypeOf(`foto.de.grupo.${extension}`)).toBe('IMAGE');
  },
);

it.each(['acta.pdf', 'video.mp4', 'foto.png.zip', 'png', 'tiff.tiff', ''])(
  'a file by any other name: %j',
  (name) => {
    expect(fileTypeOf(name)).toBe('FILE');
  },
);
