import { required } from '@chat/contract/checks';
import type { Message } from '@chat/contract/messages';
import { buildEntry, buildMessage, buildOwnGroup, groupId } from './builders.ts';

interface Chat {
  uuid: string;
  hash: string;
  groupId: string;
  last: number;
  seen: number;
  /** Edits of the chat's messages, by number. */
  edits: Map<number, Pick<Message, 'content' | 'editedAt'>>;
}

export const otherGroupId = '0198a000-0000-7000-8000-0000000000fe';
const CHATS = [groupId, groupId, otherGroupId];
let chats = 0;

/** A uuid of a chat that no other test knows. */
function nextUuid(): string {
  chats += 1;
  return `0198a000-0000-7000-8000-${String(chats).padStart(12, '0')}`;
}

type Event = [name: 'message' | 'message:edited' | 'chat:read', payload: unknown];
interface Question {
  url: URL;
  answered: unknown;
  settle: (answer: Response) => void;
}

/**
 * A server's knowledge of Ana's chats, in two groups; everything between the server and her page goes when the test
 * says so.
 */
export class UnreadServer {
  readonly chats: Chat[] = CHATS.map((ofGroup, index) => ({
    uuid: nextUuid(),
    hash: `hash-${index}`,
    groupId: ofGroup,
    last: 0,
    seen: 0,
    edits: new Map(),
  }));
  private questions: Question[] = [];
  /** Stored, and not announced yet. */
  private unsent: Event[] = [];
  private sent: Event[] = [];
  private isReached = true;
  private edits = 0;
  private signals: { chatId: string; upToSeq: number }[] = [];

  unreadOf(ofGroup: string): number {
    return this.chats
      .filter((chat) => chat.groupId === ofGroup)
      .reduce((sum, { last, seen }) => sum + last - seen, 0);
  }

  ask(address: string, signal?: AbortSignal | null): Promise<Response> {
    const url = new URL(address, 'http://localhost');
    return new Promise((settle, fail) => {
      const question: Question = { url, answered: undefined, settle };
      this.questions.push(question);
      signal?.addEventListener('abort', () => {
        this.questions = this.questions.filter((one) => one !== question);
        fail(signal.reason);
      });
    });
  }

  receive(signal: { chatId: string; upToSeq: number }): void {
    this.signals.push(signal);
  }

  write(index: number): void {
    const chat = required(this.chats[index], 'chat');
    chat.last += 1;
    this.unsent.push(['message', messageOf(chat, chat.last)]);
  }

  /** Its author says the last message anew. */
  edit(index: number): void {
    const chat = required(this.chats[index], 'chat');
    if (chat.last === 0) return;
    this.edits += 1;
    const editedAt = new Date(this.edits).toISOString();
    chat.edits.set(chat.last, { content: `edición ${this.edits}`, editedAt });
    const edited = { ...messageOf(chat, chat.last), newMentions: [] };
    this.unsent.push(['message:edited', edited]);
  }

  lastContentOf(hash: string): string | undefined {
    const chat = required(
      this.chats.find((one) => one.hash === hash),
      'chat',
    );
    return chat.last === 0 ? undefined : messageOf(chat, chat.last).content;
  }

  /** On another device. */
  readElsewhere(index: number): void {
    const chat = required(this.chats[index], 'chat');
    this.see(chat, chat.last);
  }

  publish(): void {
    const next = this.unsent.splice(0, 1);
    if (this.isReached) this.sent.push(...next);
  }

  /** Signals arrive in the order in which she sends them. */
  takeSignal(): void {
    const [signal] = this.signals.splice(0, 1);
    const chat = this.chats.find(({ uuid }) => uuid === signal?.chatId);
    if (chat && signal) this.see(chat, Math.min(signal.upToSeq, chat.last));
  }

  /** The answer is of now, though it comes later. */
  answer(index: number): void {
    const waiting = this.questions.filter(({ answered }) => answered === undefined);
    const question = waiting[index % Math.max(1, waiting.length)];
    if (question) question.answered = this.contentOf(question.url);
  }

  deliverAnswer(index: number): void {
    const ready = this.questions.filter(({ answered }) => answered !== undefined);
    const question = ready[index % Math.max(1, ready.length)];
    if (!question) return;
    this.questions = this.questions.filter((one) => one !== question);
    question.settle(Response.json({ content: question.answered }));
  }

  takeEvent(): Event | undefined {
    return this.sent.shift();
  }

  /** Events under way on the socket are lost; questions are not. */
  lose(): void {
    this.isReached = false;
    this.sent = [];
    this.signals = [];
  }

  find(): void {
    this.isReached = true;
  }

  get isBusy(): boolean {
    return [this.questions, this.unsent, this.sent, this.signals].some(({ length }) => length > 0);
  }

  private see(chat: Chat, upToSeq: number): void {
    if (upToSeq <= chat.seen) return;
    chat.seen = upToSeq;
    const { uuid: chatId, last, seen } = chat;
    const read = { chatId, seenSeq: seen, unreadCount: last - seen, lastSeq: last };
    if (this.isReached) this.sent.push(['chat:read', read]);
  }

  private contentOf({ pathname, searchParams }: URL): unknown {
    const [, kind, id] = pathname.match(/\/api\/(groups|chats)\/([^/]+)/) ?? [];
    if (id === 'me') return [groupId, otherGroupId].map((uuid) => this.groupOf(uuid));
    if (kind === 'groups') {
      return this.chats.filter((chat) => chat.groupId === id).map(entryOf);
    }
    const chat = required(
      this.chats.find(({ uuid }) => uuid === id),
      'chat',
    );
    const messages = Array.from({ length: chat.last }, (_, index) => messageOf(chat, index + 1));
    const after = messages.findIndex(({ uuid }) => uuid === searchParams.get('after'));
    return messages.slice(after + 1);
  }

  private groupOf(uuid: string) {
    return buildOwnGroup({ uuid, name: uuid, unreadCount: this.unreadOf(uuid) });
  }
}

const messageOf = (chat: Chat, seq: number) =>
  buildMessage(seq, {
    uuid: chat.uuid.replace('-0000-', `-${String(seq).padStart(4, '0')}-`),
    chatId: chat.uuid,
    chatUuid: chat.uuid,
    hash: chat.hash,
    groupId: chat.groupId,
    groupUuid: chat.groupId,
    ...chat.edits.get(seq),
  });

const entryOf = (chat: Chat) =>
  buildEntry({
    uuid: chat.uuid,
    chatUuid: chat.uuid,
    hash: chat.hash,
    unreadCount: chat.last - chat.seen,
    seenSeq: chat.seen,
    lastMessage: chat.last > 0 ? messageOf(chat, chat.last) : null,
  });
