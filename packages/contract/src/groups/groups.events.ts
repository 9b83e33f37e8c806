export interface GroupEvents {
  /** To its participants (joined and removed ones included), its managers and administrators: read your groups again. */
  'group:changed': (payload: { groupId: string }) => void;
}
