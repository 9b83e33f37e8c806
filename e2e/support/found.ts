import type { Page } from '@playwright/test';

const groupUuid = '0198a000-0000-7000-8000-0000000000ff';
const chatUuid = '0198a000-0000-7000-8000-0000000000cc';

/** A search result: message number `seq` of a long conversation. */
export function foundMessage(seq: number) {
  const text = `línea ${seq}`;
  return {
    message: {
      uuid: `0198a000-0000-7000-8000-${String(seq).padStart(12, '0')}`,
      id: seq,
      seq,
      chatId: chatUuid,
      chatUuid,
      chatType: 'DIRECT',
      hash: 'hash',
      groupId: groupUuid,
      groupUuid,
      senderId: '0198a000-0000-7000-8000-00000000000b',
      senderEmail: 'bruno@empresa.local',
      type: 'TEXT',
      content: text,
      mediaUrl: null,
      fileName: null,
      fileSize: null,
      mediaWidth: null,
      mediaHeight: null,
      mimeType: null,
      durationMs: null,
      waveform: null,
      status: 'SEEN',
      createdAt: new Date(Date.UTC(2026, 0, 1) + seq * 60_000).toISOString(),
      editedAt: null,
      forwarded: false,
      referenceId: null,
      replyToMessageUuid: null,
      replyToMessageContent: null,
      replyToMessageSenderId: null,
      replyToMessageSenderEmail: null,
      replyToMessageMediaUrl: null,
      reactions: [],
      mentions: [],
    },
    chat: {
      uuid: chatUuid,
      chatType: 'DIRECT',
      groupUuid,
      groupName: 'ventas',
      counterpartEmail: 'bruno@empresa.local',
    },
    snippet: [{ text, hit: true }],
  };
}

type Found = ReturnType<typeof foundMessage>;

export const searchCalls = '**/api/search/messages?*';

/** Answers the page's searches in place of the server. */
export async function answerSearches(
  page: Page,
  find: (query: URLSearchParams) => Found[],
): Promise<void> {
  await page.route(searchCalls, async (route) => {
    const content = find(new URL(route.request().url()).searchParams);
    const json = { content, pagination: null, statusCode: 200, message: '' };
    // Nobody waits for the answer of a cancelled search.
    await route.fulfill({ json }).catch(() => undefined);
  });
}
