import type { Company } from '../support/company.ts';
import { range } from '../support/company.ts';

const AT_ONCE = 8;

/** Others write `count` messages, by turns into the group and to Ana herself; gives the text of the last. */
export async function sayMany(url: string, company: Company, count: number): Promise<void> {
  const chats = [...company.groupChats, ...company.directChats];
  let next = 0;
  const speak = async () => {
    for (let n = next++; n < count; n = next++) {
      const chat = (
        n % 2 === 0 ? chats[0] : chats[1 + (n % (chats.length - 1))]
      ) as (typeof chats)[number];
      const speaker = company.people[chat.members[1] as number];
      await post(url, speaker?.token ?? '', chat.uuid, `Llega el mensaje ${n}`);
    }
  };
  await Promise.all(range(AT_ONCE).map(speak));
}

/** Writes a text into a chat. */
export async function post(url: string, token: string, chatUuid: string, content: string) {
  const answer = await fetch(`${url}/api/chats/${chatUuid}/messages`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'TEXT', content }),
  });
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
  await answer.arrayBuffer();
}
