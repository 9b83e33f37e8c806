import { z } from 'zod';

/** ONLINE: at least one live socket. DISCONNECTED: the last one was lost without a logout. OFFLINE: logged out or never seen. */
export const connectionStatusSchema = z.enum(['ONLINE', 'OFFLINE', 'DISCONNECTED']);
export type ConnectionStatus = z.infer<typeof connectionStatusSchema>;
