import { type Chat, getDirectChat } from '@chat/contract/chats';
import { ApiError } from '../../../../shared/api-error.ts';
import { callApi } from '../../../../shared/call-api.ts';

interface DirectChat {
  peerId: string | null;
  groupId: string | null;
}

/** Finds or makes the direct chat; asked for only when something is written into it. */
export async function findDirectChat({ peerId, groupId }: DirectChat): Promise<Chat> {
  if (!peerId || !groupId) throw new ApiError({ message: '', status: 404 });
  return (await callApi(getDirectChat, { params: { userId: peerId, groupId } })).content;
}
