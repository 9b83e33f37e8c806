import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { messageErrors } from '@chat/contract/checks';
import { FormFile } from '@chat/contract/route';
import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, codeOf, invalidField } from '../shared/errors.ts';
import { httpTexts } from '../shared/http.texts.ts';
import type { Staging } from '../storage/storage.ts';

const JSON_LIMIT = 1024 * 1024;
/** The largest body or packet of a caller without a session, in bytes. */
export const STRANGER_LIMIT = 100 * 1024;

/** Time for the body of a signed-in caller, unless it is a file. */
export const JSON_MS = 15_000;
const UPLOAD_MS = 60_000;
// The slowest line on which a file of the largest size still arrives.
const SLOWEST_BYTES_A_SECOND = 32_768;

/** How long they may take to send a file. */
export const longestUploadMs = (maxUploadBytes: number): number =>
  UPLOAD_MS + Math.ceil((maxUploadBytes / SLOWEST_BYTES_A_SECOND) * 1_000);

/** Reads JSON bodies (an empty one is no body) and lets multipart forms through to the form reader; anything else is 415. */
export async function readBodies(app: FastifyInstance, maxUploadBytes: number): Promise<void> {
  const parseJson = app.getDefaultJsonParser('remove', 'remove');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: JSON_LIMIT },
    (request, body: string, done) => {
      if (body === '') done(null, undefined);
      else void parseJson(request, body, done);
    },
  );
  await app.register(multipart, {
    limits: { fieldSize: JSON_LIMIT, fields: 20, files: 1, fileSize: maxUploadBytes, parts: 22 },
  });
}

interface ReceivedForm {
  /** By name, the one file among them. */
  fields: Record<string, unknown>;
  /** Removes uploaded files that no operation has taken over. */
  discard(): Promise<void>;
}

/** Watches how the file of a form comes in. */
export interface Intake {
  /**
   * Asked before each piece is written. A refusal that it gives does not end the form: this piece and all that follow
   * are dropped. One that it throws ends it.
   */
  admit(bytes: number): Promise<AppError | undefined>;
  /** The file is all here, or will not be. */
  end(): void;
}

/** Called when the file begins, with the fields that came before it. */
type OpenIntake = (fields: Record<string, unknown>) => Intake;

/** A file that was not taken in. */
export class RefusedFile extends FormFile {
  readonly refusal: AppError;

  constructor(fileName: string, refusal: AppError) {
    super(fileName, '', 0);
    this.refusal = refusal;
  }
}

/** The largest size of a form's file, and the form's name for it. */
export interface FileLimit {
  field: string;
  bytes: number;
}

/** Takes forms in: their fields into memory, their file onto the disk. */
export interface FormReader {
  read(request: FastifyRequest, openIntake?: OpenIntake, limit?: FileLimit): Promise<ReceivedForm>;
}

const takeAll: OpenIntake = () => ({ admit: async () => undefined, end: () => {} });

// A sender that is silent for so long will not go on.
const SILENCE_MS = 60_000;
// Room for fields and boundaries beside a file of the largest size.
const BESIDES_THE_FILE = 2 * 2 ** 20;

class StagedFormReader implements FormReader {
  readonly #staging: Staging;
  readonly #usual: FileLimit;

  constructor(staging: Staging, maxUploadBytes: number) {
    this.#staging = staging;
    this.#usual = { field: 'image', bytes: maxUploadBytes };
  }

  async read(
    request: FastifyRequest,
    openIntake = takeAll,
    limit = this.#usual,
  ): Promise<ReceivedForm> {
    if (Number(request.headers['content-length']) > limit.bytes + BESIDES_THE_FILE) {
      throw tooLarge(limit);
    }
    const folders: string[] = [];
    const discard = () => removeFolders(folders);
    const receive = async (part: MultipartFile, fields: Record<string, unknown>) => {
      const folder = await this.#staging.openFolder();
      folders.push(folder);
      const intake = openIntake(fields);
      try {
        return await this.#receiveFile(part, folder, intake, limit);
      } finally {
        intake.end();
      }
    };
    const { socket } = request.raw;
    // The server closes a socket that reaches it.
    socket.setTimeout(SILENCE_MS);
    try {
      return { fields: await readParts(request, receive, limit), discard };
    } catch (error) {
      await discard();
      // The rest is read and dropped, so that callers who still send get the answer.
      request.raw.unpipe();
      request.raw.resume();
      throw explain(error, limit);
    } finally {
      socket.setTimeout(0);
    }
  }

  /** Its path stands in a folder of its own. */
  async #receiveFile(
    part: MultipartFile,
    folder: string,
    intake: Intake,
    limit: FileLimit,
  ): Promise<FormFile> {
    const path = join(folder, 'file');
    const name = part.filename ?? '';
    part.file.once('limit', () => part.file.destroy(tooLarge({ ...limit, field: part.fieldname })));
    const target = createWriteStream(path);
    let refusal: AppError | undefined;
    await pipeline(
      part.file,
      async function* (pieces: AsyncIterable<Buffer>) {
        for await (const piece of pieces) {
          refusal ??= await intake.admit(piece.length);
          if (!refusal) yield piece;
        }
      },
      target,
    );
    return refusal ? new RefusedFile(name, refusal) : new FormFile(name, path, target.bytesWritten);
  }
}

function tooLarge({ field, bytes }: FileLimit): AppError {
  const megabytes = Math.round((bytes / 2 ** 20) * 100) / 100;
  const text = messageErrors.fileTooLarge(megabytes);
  return new AppError(413, text, { [field]: [text] });
}

export const createFormReader = (staging: Staging, maxUploadBytes: number): FormReader =>
  new StagedFormReader(staging, maxUploadBytes);

async function removeFolders(folders: string[]): Promise<void> {
  for (const folder of folders) {
    // The sweep removes later what cannot be removed now.
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

async function readParts(
  request: FastifyRequest,
  receive: (part: MultipartFile, fields: Record<string, unknown>) => Promise<FormFile>,
  { bytes }: FileLimit,
): Promise<Record<string, unknown>> {
  const form: Record<string, unknown> = {};
  for await (const part of request.parts({ limits: { fileSize: bytes } })) {
    const name = part.fieldname;
    const value = part.type === 'file' ? await receive(part, form) : part.value;
    // A field that comes twice is no text any more, so its schema refuses it.
    form[name] = Object.hasOwn(form, name) ? [form[name], value] : value;
  }
  return form;
}

// Calls to the system that write a file.
const OF_THE_DISK = new Set<unknown>(['write', 'open', 'mkdir']);

function explain(error: unknown, { field }: FileLimit): unknown {
  if (error instanceof AppError) return error;
  const code = codeOf(error);
  if (code === 'FST_FILES_LIMIT') return invalidField(field, messageErrors.onlyOneFile);
  if (code.startsWith('FST_')) return error;
  // The disk has refused, not the sender.
  if (error instanceof Error && 'syscall' in error && OF_THE_DISK.has(error.syscall)) return error;
  // The parser could not read the form.
  return new AppError(400, httpTexts.unreadableBody);
}
