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
