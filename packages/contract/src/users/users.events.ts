export interface UserEvents {
  /** To administrators: somebody was registered, edited, blocked or unblocked; read the users again. */
  'user:changed': (payload: { userId: string }) => void;
}
