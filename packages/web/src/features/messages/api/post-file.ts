import { sendMessage } from '@chat/contract/messages/messages.routes';
import type { CreatedMessage } from '@chat/contract/messages/messages.schema';
import { uploadForm } from '../../../shared/upload-form.ts';
import type { OutgoingMessage } from '../outbox.ts';
import { readFile } from '../outgoing-files.ts';
import { forgetUpload, noteUpload, whileOutgoing } from '../uploads.ts';
import { type SendParts, sendParts } from './send-parts.ts';

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
    const { headers, body } = sendParts(outgoing);
    const answer = await uploadForm(sendMessage, {
      params: { chatId },
      form: formOf(body, file),
      headers,
      signal,
      onProgress: (share) => noteUpload(referenceId, share),
    });
    return answer.content;
  } finally {
    stop();
    forgetUpload(referenceId);
  }
}

/** A list travels as JSON text (product §7). */
function formOf(fields: SendParts['body'], file: File) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    form.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  form.set('image', file, file.name);
  return form;
}
