import type { Virtualizer } from '@tanstack/react-virtual';

/** Says which rows of the list of messages are near the screen, and where they stand. */
export type RowVirtualizer = Virtualizer<HTMLDivElement, Element>;
