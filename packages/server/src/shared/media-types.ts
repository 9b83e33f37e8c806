import mime from 'mime';

export const UNKNOWN = 'application/octet-stream';
export const SVG = 'image/svg+xml';
export const BMP = 'image/bmp';

// With SVG, the kinds an IMAGE may be (rules/files 1).
const RASTER_TYPES = ['image/jpeg', 'image/png', 'image/apng', 'image/gif', 'image/webp', BMP];

export const isRaster = (mediaType: string): boolean => RASTER_TYPES.includes(mediaType);
export const isImage = (mediaType: string): boolean => isRaster(mediaType) || mediaType === SVG;
const isVideo = (mediaType: string): boolean => mediaType.startsWith('video/');
export const isSound = (mediaType: string): boolean => mediaType.startsWith('audio/');
/** Browsers show it in place: nothing in it can run (rules/files 12). */
export const isInline = (mediaType: string): boolean => isRaster(mediaType) || isVideo(mediaType);

const isPlain = (mediaType: string): boolean => isInline(mediaType) || isSound(mediaType);

/** A page runs, or is styled by, what has one of these types, even where a browser would only save it. */
const RUNS = /^text\/(?:css|xsl|x-component)$|(?:java|ecma|j|live)script$/;

/**
 * The type of a file as others are given it: the checked one of pictures, videos and sound, else that of its name's
 * extension. A name makes nothing a picture, a sound or a script (rules/files 12).
 */
export function contentTypeOf({ name, mediaType }: { name: string; mediaType: string }): string {
  if (isPlain(mediaType)) return mediaType;
  const [extension = ''] = /\.[^.]+$/.exec(name) ?? [];
  const named = mime.getType(extension);
  return named === null || isPlain(named) || RUNS.test(named) ? UNKNOWN : named;
}
