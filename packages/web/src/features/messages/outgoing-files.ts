const held = new Map<string, File>();

/** The file of a message on its way, under the message's reference. */
export function holdFile(referenceId: string, file: File): void {
  held.set(referenceId, file);
}

export const findFile = (referenceId: string): File | undefined => held.get(referenceId);

export const dropFile = (referenceId: string): void => void held.delete(referenceId);
