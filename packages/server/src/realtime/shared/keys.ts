/** When each process was heard of last, by Redis's clock. */
export const ROLL = 'web-chat:processes';
/** Of each process, the rooms that it has people in; each with the number of the entry that said so, if one did. */
export const ROOMS = 'web-chat:rooms:';
/** How many entries were sent to each process, and, under `ALL`, how many messages were sent. */
export const COUNTS = 'web-chat:counts';
export const ALL = 'all';
/** Of each chat, the highest number of a message that was published. */
export const PUBLISHED = 'web-chat:published:';

const CHANNEL = 'web-chat:to:';
/** By which a process is spoken to. */
export const channelOf = (name: string) => CHANNEL + name;
