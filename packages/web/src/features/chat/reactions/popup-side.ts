const ROOM = 350;

/** Below, unless less than 350 px are free there and more than 350 px above (rules/reactions 12). */
export const popupSide = (
  anchor: Pick<DOMRect, 'top' | 'bottom'>,
  viewportHeight: number,
): 'top' | 'bottom' =>
  viewportHeight - anchor.bottom < ROOM && anchor.top > ROOM ? 'top' : 'bottom';
