import type { OutgoingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import { answerTo } from '../../packages/server/test/answer-to.ts';
import { Client, type Reply } from '../../packages/server/test/client.ts';

/** A person's view of the API through a proxy with a certificate of its own, from an address of this machine. */
export class DistantClient extends Client {
  private readonly authority: string;
  private readonly from: string | undefined;

  constructor(url: string, authority: string, from?: string) {
    super(url);
    this.authority = authority;
    this.from = from;
  }

  override async request<Content = unknown>(
    method: string,
    path: string,
    body?: unknown,
    headers: OutgoingHttpHeaders = {},
  ): Promise<Reply<Content>> {
    // A form knows how to write itself.
    const written = new Response(body instanceof FormData ? body : JSON.stringify(body));
    const type = body instanceof FormData ? written.headers.get('content-type') : undefined;
    const asking = request(`${this.url}/api${path}`, {
      method,
      ca: this.authority,
      family: 4,
      localAddress: this.from,
      headers: {
        ...(this.token && { authorization: `Bearer ${this.token}` }),
        ...(body !== undefined && { 'content-type': type ?? 'application/json' }),
        ...headers,
      },
    });
    asking.end(Buffer.from(await written.arrayBuffer()));
    const response = await answerTo(asking);
    const reply: Reply<Content> = JSON.parse(await text(response));
    const answered = new Headers();
    for (const [name, value] of Object.entries(response.headers)) {
      for (const one of [value ?? []].flat()) answered.append(name, one);
    }
    return { ...reply, status: response.statusCode ?? 0, headers: answered };
  }
}
