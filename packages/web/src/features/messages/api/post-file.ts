import { sendMessage } from '@chat/contract/messages/messages.routes';
import type { CreatedMessage } from '@chat/contract/messages/messages.schema';
import { uploadForm } from '../../../shared/upload-form.ts';
import type { OutgoingMessage } from '../outbox.ts';
import { readFile } from '../outgoing-files.ts';
import { forgetUpload, noteUpload, whileOutgoing } from '../uploads.ts';

/** The file went with an earlier page; only its name is left. */
export class FileLost extends Error {}

export async function postFile(
  outgoing: OutgoingMessage,
  chatId: string,
): Promise<CreatedMessage[]> {
  const { referenceId } = outgoing;
  const { signal, stop } = whileOutgoing(referenceId);
  try {
    const file = await readFile(referenceId);
    if (!file) throw new FileLost();
    noteUpload(referenceId, 0);
    const answer = await uploadForm(sendMessage, {
      params: { chatId },
      form: formOf(outgoing, file),
      signal,
      onProgress: (share) => noteUpload(referenceId, share),
    });
    return answer.content;
  } finally {
    stop();
    forgetUpload(referenceId);
  }
}

/** The personal chat knows neither group nor mentions (product §7). */
function formOf({ chat, content, type, referenceId, mentions }: OutgoingMessage, file: File) {
  const form = new FormData();
  form.set('content', content);
  form.set('type', type);
  form.set('referenceId', referenceId);
  if (chat.groupId) {
    form.set('groupUuid', chat.groupId);
    form.set('mentionedUserIds', JSON.stringify(mentions.map(({ uuid }) => uuid)));
  }
  form.set('image', file, file.name);
  return form;
}
