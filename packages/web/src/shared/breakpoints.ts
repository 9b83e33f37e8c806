export const WIDE = '(min-width: 60rem)';
/** From here on list and conversation stand side by side. */
export const TABLET = '(min-width: 45rem)';
/** From here on a panel stands beside list and conversation. */
export const ROOMY = '(min-width: 75rem)';
