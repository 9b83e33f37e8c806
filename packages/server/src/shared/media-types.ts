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
