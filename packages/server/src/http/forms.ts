import type { FastifyRequest } from 'fastify';
import { AppError, invalidField } from './errors.ts';
import { httpTexts } from './http.texts.ts';

type Form = Record<string, unknown>;

async function readParts(request: FastifyRequest): Promise<Form> {
  const form: Form = {};
  for await (const part of request.parts()) {
    const name = part.fieldname;
    const value =
      part.type === 'file' ? { fileName: part.filename, bytes: await part.toBuffer() } : part.value;
    // A field that comes twice is no text any more, so its schema refuses it.
    form[name] = Object.hasOwn(form, name) ? [form[name], value] : value;
  }
  return form;
}

/** The fields of a multipart form by name, its one file among them. */
export async function readForm(request: FastifyRequest): Promise<Form> {
  try {
    return await readParts(request);
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === 'FST_FILES_LIMIT') throw invalidField('image', httpTexts.onlyOneFile);
    if (code?.startsWith('FST_')) throw error;
    // What the parser cannot make sense of it tells in words of its own.
    throw new AppError(400, httpTexts.unreadableBody);
  }
}
