import { createHash } from 'node:crypto';

const digest = (...parts: string[]) =>
  createHash('sha256').update(parts.join(':')).digest('base64url').slice(0, 27);

/** A chat's identity, known before the chat exists (rules/chats 7): its group; its group and two users; its owner. */
export const chatHash = {
  group: (groupUuid: string) => digest('group', groupUuid),
  direct: (groupUuid: string, oneUuid: string, otherUuid: string) =>
    digest('direct', groupUuid, ...[oneUuid, otherUuid].sort()),
  personal: (userUuid: string) => digest('personal', userUuid),
};
