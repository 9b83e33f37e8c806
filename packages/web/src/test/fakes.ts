import { fireEvent } from '@testing-library/react';
import { vi } from 'vitest';
import type { ChatSocket } from '../shared/socket.ts';

type Listener = (payload: unknown) => void;

/** A socket whose server is the test. */
export function fakeSocket(emit?: (...said: unknown[]) => void) {
  const listeners = new Map<string, Listener[]>();
  const on = (event: string, listener: Listener) => {
    listeners.set(event, [...(listeners.get(event) ?? []), listener]);
  };
  const say = (event: string, payload: unknown) => {
    for (const listener of listeners.get(event) ?? []) listener(payload);
  };
  return { socket: { on, emit, connected: true } as unknown as ChatSocket, say };
}

/** Emits the library's own events of a connection: the test is its network. */
export function emitReserved(emitter: object, event: string, ...args: unknown[]): void {
  Reflect.apply(Reflect.get(emitter, 'emitReserved'), emitter, [event, ...args]);
}

/** Every question about the window's width is answered so. */
export function answerMedia(matches: boolean): void {
  vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
    Object.assign(new EventTarget(), {
      matches,
      media,
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    }),
  );
}

/** `execCommand('insertText')` as a browser does it, told to user-event too, which keeps a copy of the value. */
export function insertAsTyped(_command: string, _hasInterface?: boolean, text = ''): boolean {
  const input = document.activeElement;
  if (!(input instanceof HTMLTextAreaElement)) throw new Error('nobody writes anywhere');
  const { value, selectionStart, selectionEnd } = input;
  const after = value.slice(0, selectionStart) + text + value.slice(selectionEnd);
  const caret = selectionStart + text.length;
  Reflect.set(HTMLTextAreaElement.prototype, 'value', after, input);
  input.setSelectionRange(caret, caret);
  fireEvent.input(input);
  input.value = after;
  input.setSelectionRange(caret, caret);
  return true;
}

/** Stands in for XMLHttpRequest: the test says how far an upload gets and what is answered. */
export class FakeUpload {
  static readonly all: FakeUpload[] = [];
  static get last(): FakeUpload {
    const upload = FakeUpload.all.at(-1);
    if (!upload) throw new Error('nothing is being uploaded');
    return upload;
  }

  url = '';
  form = new FormData();
  headers = new Map<string, string>();
  isAborted = false;
  status = 0;
  response: unknown = null;
  responseType = '';
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  onloadend?: () => void;

  open(_method: string, url: string): void {
    this.url = url;
  }
  setRequestHeader(name: string, value: string): void {
    this.headers.set(name, value);
  }
  getResponseHeader(): string | null {
    return null;
  }
  send(form: FormData): void {
    this.form = form;
    FakeUpload.all.push(this);
  }
  abort(): void {
    this.isAborted = true;
    this.onabort?.();
    this.onloadend?.();
  }

  progress(loaded: number, total: number): void {
    this.upload.onprogress?.({ loaded, total });
  }
  answer(status: number, body: unknown): void {
    this.status = status;
    this.response = body;
    this.onload?.();
    this.onloadend?.();
  }
  lose(): void {
    this.onerror?.();
    this.onloadend?.();
  }
}
