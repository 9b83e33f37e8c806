import {
  applyEditToChatList,
  applyRead,
  applyReceiptToChatList,
  applyStanding,
  applyToChatList,
  LatestReads,
  type ReadEvent,
  sortChatList,
  unreadAfter,
} from '@chat/contract/chat-changes';
import { type ChatListEntry, listGroupChats } from '@chat/contract/chats';
import { limits } from '@chat/contract/checks';
import type { ServerToClientEvents } from '@chat/contract/events';
import type { Group } from '@chat/contract/groups';
import {
  applyDeletion,
  applyEdit,
  applyMessage,
  applyPage,
  applyRange,
  applyReaction,
  applyReceiptToMessages,
  hasGap,
  LatestEdits,
  LatestReceipts,
  type ReceiptEvent,
  type Tick,
} from '@chat/contract/message-changes';
import { listMessages, type Message } from '@chat/contract/messages';
import type { Client } from './client.ts';
import { LiveData } from './live-data.ts';
import type { LiveClient } from './socket-client.ts';

type Handlers = Partial<ServerToClientEvents>;

/**
 * One device's view of a group: its chat list and some of its chats, changed by the contract's pure functions alone.
 */
export class Screen {
  readonly client: Client;
  live: LiveClient | undefined;
  private readonly group: Group;
  private readonly chats: Map<string, LiveData<Message[]>>;
  private readonly list = new LiveData<ChatListEntry[]>();
  private readonly latestReceipts = new LatestReceipts();
  private readonly latestReads = new LatestReads();
  private readonly latestEdits = new LatestEdits();
  /** An administrator's screen watches the chats and has no list. */
  private readonly isWatching: boolean;
  private openChat: string | undefined;
  private readonly busy = new Set<Promise<unknown>>();

  constructor(client: Client, group: Group, chatIds: string[]) {
    this.client = client;
    this.group = group;
    this.isWatching = client.user.isAdmin;
    this.chats = new Map(chatIds.map((chatId) => [chatId, new LiveData<Message[]>()]));
  }

  async connect(): Promise<void> {
    const live = await this.client.connect();
    this.live = live;
    for (const { event, payload } of live.received) this.handle(event, payload);
    live.socket.onAny((event: string, payload: unknown) => this.handle(event, payload));
    if (this.isWatching) {
      for (const chatId of this.chats.keys()) await live.emit('watch', { chatId });
    }
    this.readAll();
    if (this.openChat) this.look(this.openChat);
  }

  disconnect(): void {
    this.live?.close();
    this.live = undefined;
  }

  /** Opens the chat and shows its end; `undefined` looks away. */
  look(chatId: string | undefined): void {
    this.openChat = chatId;
    const newest = chatId && this.chats.get(chatId)?.data?.at(-1);
    if (newest) this.markSeen(newest.chatUuid, newest.seq);
  }

  markSeen(chatId: string, upToSeq: number): void {
    this.say('seen', { chatId, upToSeq });
    this.list.change((entries) => {
      const entry = entries.find(({ chatUuid }) => chatUuid === chatId);
      if (!entry) return entries;
      const unreadCount = unreadAfter(entry, upToSeq);
      const lastSeq = entry.lastMessage?.seq ?? upToSeq;
      return applyRead(entries, { chatId, seenSeq: upToSeq, unreadCount, lastSeq });
    });
  }

  /** Waits for running work, and says whether there was any; received events may have started more work. */
  async finish(): Promise<boolean> {
    await this.live?.fence();
    const works = [...this.busy];
    await Promise.all(works);
    return works.length > 0;
  }

  /** The chats and the list on the screen. */
  shown() {
    const chats = [...this.chats].map(([chatId, { data }]) => [chatId, this.ticked(data)] as const);
    return { list: this.tickedList(this.list.data), chats };
  }

  /** The state of a screen opened just now. */
  async fresh() {
    const chats: (readonly [string, ReturnType<Screen['ticked']>])[] = [];
    for (const chatId of this.chats.keys()) {
      chats.push([chatId, this.ticked(await this.fetchMessages(chatId))]);
    }
    return { list: this.tickedList(await this.fetchList()), chats };
  }

  get unreadCount(): number | undefined {
    return this.list.data?.reduce((sum, entry) => sum + entry.unreadCount, 0);
  }

  private readonly handlers: Handlers = {
    message: (message) => this.receive(message),
    'message:edited': (edited) => this.applyEdit(edited),
    'message:deleted': (event) => {
      this.chats.get(event.chatId)?.change((messages) => applyDeletion(messages, event));
      this.readList();
    },
    'message:reacted': (event) =>
      this.chats.get(event.chatId)?.change((messages) => applyReaction(messages, event)),
    'message:delivered': (event) => this.applyReceipt(event, 'DELIVERED'),
    'message:seen': (event) => this.applyReceipt(event, 'SEEN'),
    'chat:read': (read) => this.applyRead(read),
    'standing:changed': (changed) => this.list.change((entries) => applyStanding(entries, changed)),
    'group:changed': ({ groupId }) => {
      if (groupId === this.group.uuid) this.readAll();
    },
  };

  private handle(event: string, payload: unknown): void {
    const handle = this.handlers[event as keyof Handlers] as ((event: unknown) => void) | undefined;
    handle?.(payload);
  }

  private applyEdit(edited: Message): void {
    if (!this.latestEdits.record(edited)) return;
    this.chats.get(edited.chatUuid)?.change((messages) => applyEdit(messages, edited));
    this.list.change((entries) => applyEditToChatList(entries, edited));
  }

  private applyRead(read: ReadEvent): void {
    this.latestReads.record(read);
    this.list.change((entries) => applyRead(entries, read));
  }

  private applyReceipt(event: ReceiptEvent, tick: Tick): void {
    this.latestReceipts.record(event, tick);
    this.tick(event, tick);
  }

  private tick(event: ReceiptEvent, tick: Tick): void {
    const chat = this.chats.get(event.chatId);
    chat?.change((messages) => applyReceiptToMessages(messages, event, tick));
    this.list.change((entries) => applyReceiptToChatList(entries, event, tick));
  }

  private receive(arrived: Message): void {
    if (arrived.groupId !== this.group.uuid) return;
    const message = this.latestEdits.applyTo(arrived);
    const { chatUuid: chatId, seq, senderId, hash } = message;
    const chat = this.chats.get(chatId);
    if (chat?.data && hasGap(chat.data, message)) this.readMissed(chatId, chat);
    chat?.change((messages) => applyMessage(messages, message));
    const isKnown = this.list.data?.some((entry) => entry.hash === hash);
    if (this.list.data && !isKnown) this.readList();
    const isBeingRead = this.openChat === chatId;
    const view = { viewerId: this.client.uuid, isBeingRead, read: this.latestReads.of(message) };
    this.list.change((entries) => applyToChatList(entries, message, view));
    for (const [event, tick] of this.latestReceipts.of(message)) this.tick(event, tick);
    if (this.isWatching || senderId === this.client.uuid) return;
    if (view.isBeingRead) this.markSeen(chatId, seq);
    else this.say('delivered', { chatId, upToSeq: seq });
  }

  private say(signal: 'seen' | 'delivered', payload: { chatId: string; upToSeq: number }): void {
    if (this.live) this.track(this.live.emit(signal, payload));
  }

  private readAll(): void {
    this.readList();
    for (const [chatId, chat] of this.chats) {
      this.track(
        chat.read(
          () => this.fetchMessages(chatId),
          (messages) =>
            applyRange(chat.data ?? [], {
              messages,
              isWhole: messages.length < limits.messagesPerPage,
            }),
        ),
      );
    }
  }

  private readList(): void {
    this.track(this.list.read(() => this.fetchList(), sortChatList));
  }

  private readMissed(chatId: string, chat: LiveData<Message[]>): void {
    const after = chat.data?.at(-1)?.uuid;
    const read = async () => {
      const page = await chat.readAside(() => this.fetchMessages(chatId, after ? { after } : {}));
      if (page) chat.change((messages) => applyPage(messages, page));
    };
    this.track(read());
  }

  private async fetchList(): Promise<ChatListEntry[] | undefined> {
    if (this.isWatching) return undefined;
    const params = { groupId: this.group.uuid };
    const { status, content } = await this.client.call(listGroupChats, { params });
    return status === 200 ? content : undefined;
  }

  private async fetchMessages(chatId: string, query = {}): Promise<Message[] | undefined> {
    const { status, content } = await this.client.call(listMessages, { params: { chatId }, query });
    return status === 200 ? content : undefined;
  }

  /** Ticks go to authors and watchers alone; on other people's messages they mean nothing. */
  private ticked(messages: Message[] | undefined) {
    return messages?.map((message) => this.withoutForeignTick(message));
  }

  private tickedList(entries: ChatListEntry[] | undefined) {
    return entries?.map((entry) => ({
      ...entry,
      lastMessage: entry.lastMessage && this.withoutForeignTick(entry.lastMessage),
    }));
  }

  private withoutForeignTick<M extends { senderId: string; status: unknown }>(message: M) {
    const isPublished = this.isWatching || message.senderId === this.client.uuid;
    return isPublished ? message : { ...message, status: undefined };
  }

  private track(work: Promise<unknown>): void {
    this.busy.add(work);
    const done = () => this.busy.delete(work);
    work.then(done, done);
  }
}
