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
/** Browsers may show it in place: nothing in it can run (rules/files 12). */
export const isInline = (mediaType: string): boolean =>
  isRaster(mediaType) || isVideo(mediaType) || isSound(mediaType);

/** A page that is led there runs, or is styled by, what has one of these types, even where it would only be saved. */
const RUNS = /^text\/(?:html|xml|css|xsl|x-component)$|xhtml|(?:java|ecma|j|live)script$/;

/**
 * The type of a file as others are given it: the checked one of what is shown in place, else that of its name's
 * extension. A name makes nothing a picture, a sound or a page (rules/files 12).
 */
export function contentTypeOf({ name, mediaType }: { name: string; mediaType: string }): string {
  if (isInline(mediaType)) return mediaType;
  const [extension = ''] = /\.[^.]+$/.exec(name) ?? [];
  const named = mime.getType(extension);
  return named === null || isInline(named) || RUNS.test(named) ? UNKNOWN : named;
}
