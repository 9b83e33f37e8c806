import mime from 'mime';
import { isInline, UNKNOWN } from './media-types.ts';

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
