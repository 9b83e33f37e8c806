import { Screen } from '../../../packages/server/test/screen.ts';
import type { Random } from '../../company/random.ts';
import { pause } from './patient-client.ts';
import type { Person } from './people.ts';

const PAUSE_MS = 100;
const LOOKS = 0.05;
const LOOKS_AWAY = 0.3;

/** A person's page: it comes back whenever its socket is lost, and reads again what it shows. */
export class KeptScreen {
  readonly person: Person;
  readonly screen: Screen;
  private readonly random: Random;
  private isWanted = true;
  private absentSince: number | undefined;
  private longestMs = 0;
  private following: Promise<void> | undefined;

  constructor(person: Person, random: Random) {
    this.person = person;
    this.random = random;
    this.screen = new Screen(person.client, person.group, person.chats);
  }

  open(): void {
    this.following = this.follow();
  }

  async close(): Promise<void> {
    this.isWanted = false;
    this.screen.disconnect();
    this.person.client.leave();
    await this.following;
  }

  get isConnected(): boolean {
    return this.screen.live?.socket.connected ?? false;
  }

  /** The longest they were without a connection, once they had had one. */
  get longestAbsenceMs(): number {
    const current = this.absentSince ? Date.now() - this.absentSince : 0;
    return Math.max(this.longestMs, current);
  }

  /** Now and then they open another chat, or look away. */
  glance(): void {
    // The screen shows already the events that it heard.
    this.screen.live?.forget();
    if (!this.random.chance(LOOKS)) return;
    this.screen.look(
      this.random.chance(LOOKS_AWAY) ? undefined : this.random.pick(this.person.chats),
    );
  }

  private async follow(): Promise<void> {
    while (this.isWanted) {
      const isOpen = await this.screen.connect().then(
        () => true,
        () => false,
      );
      const live = isOpen ? this.screen.live : undefined;
      if (live?.socket.connected) {
        this.longestMs = this.longestAbsenceMs;
        this.absentSince = undefined;
        await new Promise((lost) => live.socket.once('disconnect', lost));
        if (this.isWanted) this.absentSince = Date.now();
      }
      this.screen.disconnect();
      if (this.isWanted) await pause(PAUSE_MS);
    }
  }
}
