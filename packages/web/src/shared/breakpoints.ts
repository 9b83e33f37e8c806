export const WIDE = '(min-width: 60rem)';
/** From this width on, list and conversation are side by side. */
export const TABLET = '(min-width: 45rem)';
/** From this width on, a panel is beside list and conversation. */
export const ROOMY = '(min-width: 75rem)';
