import type { AuthContext } from './modules/auth/context.ts';
import type { PresenceContext } from './modules/presence/context.ts';
import type { SearchContext } from './modules/search/context.ts';

/** Everything that operations may use, as app.ts makes it. */
export type AppContext = AuthContext & PresenceContext & SearchContext;
