import type { CallOf, Route } from '@chat/contract/route';
import { ApiError } from './api-error.ts';
import { type Answer, openAnswer, urlOf } from './call-api.ts';
import { readSession } from './session.ts';

// An upload may take its time as long as bytes move; this long without any counts as no answer.
const STALL_TIMEOUT_MS = 30_000;

interface Upload<R extends Route> {
  params: CallOf<R>['params'];
  form: FormData;
  headers?: Record<string, string> | undefined;
  signal: AbortSignal;
  /** How much has left this computer, from 0 to 1. */
  onProgress: (share: number) => void;
}

/** Calls a multipart route as `callApi` does, and reports its progress, which `fetch` cannot. */
export async function uploadForm<const R extends Route>(
  route: R,
  upload: Upload<R>,
): Promise<Answer<R>> {
  const token = readSession().login?.accessToken;
  const request = await send(route, upload, token);
  const { status, response: envelope } = request;
  return openAnswer(
    { status, envelope, retryAfter: request.getResponseHeader('retry-after') },
    token,
  );
}

function send<R extends Route>(
  route: R,
  { params, form, headers = {}, signal, onProgress }: Upload<R>,
  token: string | undefined,
): Promise<XMLHttpRequest> {
  signal.throwIfAborted();
  const request = new XMLHttpRequest();
  request.open(route.method, urlOf(route, { params: { ...params } }));
  request.responseType = 'json';
  request.setRequestHeader('accept', 'application/json');
  if (token) request.setRequestHeader('authorization', `Bearer ${token}`);
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
  const abort = () => request.abort();
  signal.addEventListener('abort', abort);
  let stall = setTimeout(abort, STALL_TIMEOUT_MS);
  request.upload.onprogress = ({ loaded, total }) => {
    clearTimeout(stall);
    stall = setTimeout(abort, STALL_TIMEOUT_MS);
    onProgress(total > 0 ? loaded / total : 0);
  };
  const ended = new Promise<XMLHttpRequest>((settle, reject) => {
    const lose = () => reject(new ApiError({ message: '', status: 0 }));
    request.onload = () => settle(request);
    request.onerror = lose;
    request.onabort = lose;
  });
  request.onloadend = () => {
    clearTimeout(stall);
    signal.removeEventListener('abort', abort);
  };
  request.send(form);
  return ended;
}
