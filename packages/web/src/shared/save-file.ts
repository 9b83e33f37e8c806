import type { Route } from '@chat/contract/route';
import { ApiError } from './api-error.ts';
import { openAnswer, urlOf } from './call-api.ts';
import { readSession } from './session.ts';

/** The bytes of a route that answers with a file; every failure is an `ApiError`. */
export async function fetchFile(route: Route, query: Record<string, string> = {}): Promise<Blob> {
  const token = readSession().login?.accessToken;
  try {
    const answer = await fetch(urlOf(route, { query }), {
      headers: token ? { authorization: `Bearer ${token}` } : {},
    });
    if (answer.ok) return await answer.blob();
    const envelope: unknown = await answer.json().catch(() => null);
    const retryAfter = answer.headers.get('retry-after');
    throw openAnswer({ status: answer.status, envelope, retryAfter }, token);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ApiError({ message: '', status: 0 }, error);
  }
}

/** A browser has taken the bytes long before, ms. */
const KEPT_MS = 60_000;

/** Has the browser save a file that the page holds. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
