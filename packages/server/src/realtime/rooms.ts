/** The only names of Socket.IO rooms. */
export const userRoom = (userUuid: string) => `user:${userUuid}`;
export const sessionRoom = (sessionId: number) => `session:${sessionId}`;
/** Present members of a group chat. */
export const chatRoom = (chatUuid: string) => `chat:${chatUuid}`;
/** Administrators who watch a chat without being its members. */
export const watchRoom = (chatUuid: string) => `watch:${chatUuid}`;
export const administratorsRoom = 'administrators';
