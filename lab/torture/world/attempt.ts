import { Agent, type IncomingMessage, request } from 'node:http';

export interface Answer {
  status: number;
  content: unknown;
  message: string;
}

/** Connections of one person; cheaper than `fetch`, so that the load leaves the machine to the server. */
export const agentOf = (workers: number) => new Agent({ keepAlive: true, maxSockets: workers });

/** One attempt; rejects when no whole answer comes back in time. */
export function attempt(
  method: 'POST' | 'PUT' | 'DELETE',
  url: string,
  body: object | undefined,
  { agent, token, timeoutMs }: { agent: Agent; token: string; timeoutMs: number },
): Promise<Answer> {
  const bytes = Buffer.from(body ? JSON.stringify(body) : '');
  return new Promise((resolve, reject) => {
    const asking = request(url, {
      method,
      agent,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json', 'content-length': bytes.length }),
      },
    });
    const timer = setTimeout(() => asking.destroy(new Error('No answer in time')), timeoutMs);
    const fail = (error: Error) => {
      clearTimeout(timer);
      reject(error);
    };
    asking.once('error', fail);
    asking.once('response', (response) => {
      read(response).then((answer) => {
        clearTimeout(timer);
        resolve(answer);
      }, fail);
    });
    asking.end(bytes);
  });
}

async function read(response: IncomingMessage): Promise<Answer> {
  let text = '';
  response.setEncoding('utf8');
  for await (const chunk of response) text += chunk;
  if (!response.complete) throw new Error('Half an answer');
  return { ...JSON.parse(text), status: response.statusCode ?? 0 };
}
