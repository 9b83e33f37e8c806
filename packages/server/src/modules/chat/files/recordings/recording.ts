/** What a container of sound or pictures says of itself. */
export interface Tracks {
  hasSound: boolean;
  hasPicture: boolean;
  /** How long it lasts, in milliseconds; undefined where it cannot be known. */
  durationMs: number | undefined;
}
