import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { FormFile } from '@chat/contract/files/form-file';
import { messageErrors } from '@chat/contract/messages/messages.texts';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { AppError, invalidField } from '../shared/errors.ts';
import { httpTexts } from '../shared/http.texts.ts';
import type { Staging } from '../storage/staging.ts';

export interface ReceivedForm {
  /** By name, the one file among them. */
  fields: Record<string, unknown>;
  /** Removes uploaded files that no operation has taken over. */
  discard(): Promise<void>;
}

/** Takes forms in: their fields into memory, their file onto the disk. */
export interface FormReader {
  read(request: FastifyRequest): Promise<ReceivedForm>;
}

// A sender that is silent for so long will not go on.
const SILENCE_MS = 60_000;
// Room for fields and boundaries beside a file of the largest size.
const BESIDES_THE_FILE = 2 * 2 ** 20;

export function createFormReader(staging: Staging, maxUploadBytes: number): FormReader {
  const tooLarge = (field: string) => {
    const text = messageErrors.fileTooLarge(Math.round((maxUploadBytes / 2 ** 20) * 100) / 100);
    return new AppError(413, text, { [field]: [text] });
  };

  /** Its path stands in a folder of its own. */
  async function receiveFile(part: MultipartFile, folder: string): Promise<FormFile> {
    const path = join(folder, 'file');
    part.file.once('limit', () => part.file.destroy(tooLarge(part.fieldname)));
    const target = createWriteStream(path);
    await pipeline(part.file, target);
    return new FormFile(part.filename ?? '', path, target.bytesWritten);
  }

  return {
    async read(request) {
      const folders: string[] = [];
      const discard = async () => {
        for (const folder of folders) {
          // The sweep removes later what cannot be removed now.
          await rm(folder, { recursive: true, force: true }).catch(() => undefined);
        }
      };
      const receive = async (part: MultipartFile) => {
        const folder = await staging.openFolder();
        folders.push(folder);
        return receiveFile(part, folder);
      };
      if (Number(request.headers['content-length']) > maxUploadBytes + BESIDES_THE_FILE) {
        throw tooLarge('image');
      }
      const { socket } = request.raw;
      // The server closes a socket that reaches it.
      socket.setTimeout(SILENCE_MS);
      try {
        return { fields: await readParts(request, receive), discard };
      } catch (error) {
        await discard();
        // The rest is read and dropped, so that a sender who is still sending gets the answer.
        request.raw.unpipe();
        request.raw.resume();
        throw explain(error);
      } finally {
        socket.setTimeout(0);
      }
    },
  };
}

async function readParts(
  request: FastifyRequest,
  receive: (part: MultipartFile) => Promise<FormFile>,
): Promise<Record<string, unknown>> {
  const form: Record<string, unknown> = {};
  for await (const part of request.parts()) {
    const name = part.fieldname;
    const value = part.type === 'file' ? await receive(part) : part.value;
    // A field that comes twice is no text any more, so its schema refuses it.
    form[name] = Object.hasOwn(form, name) ? [form[name], value] : value;
  }
  return form;
}

function explain(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === 'FST_FILES_LIMIT') return invalidField('image', messageErrors.onlyOneFile);
  if (code?.startsWith('FST_')) return error;
  // The disk has refused, not the sender.
  if (syscall === 'write' || syscall === 'open' || syscall === 'mkdir') return error;
  // The parser could not read the form.
  return new AppError(400, httpTexts.unreadableBody);
}
