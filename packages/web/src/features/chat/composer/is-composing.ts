import type { KeyboardEvent } from 'react';

/** The keys of an input method's composition belong to it; Safari marks its last one only by the code. */
export const isComposing = ({ nativeEvent }: KeyboardEvent): boolean =>
  nativeEvent.isComposing || nativeEvent.keyCode === 229;
