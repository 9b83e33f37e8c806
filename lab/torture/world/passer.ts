import { listGroupChats } from '@chat/contract/chats';
import { createGroup } from '@chat/contract/groups';
import type { Random } from '../../company/random.ts';
import { administrator } from '../../machines/application.ts';
import { required } from '../../support/helpers.ts';
import type { Author, Refusal } from './afterthoughts.ts';
import { agentOf } from './attempt.ts';
import type { Ledger } from './ledger.ts';
import { PatientClient, pause } from './patient-client.ts';
import { type Person, register } from './people.ts';
import { schedule } from './scheduling.ts';

const [SHORTEST_STAY_MS, LONGEST_STAY_MS] = [200, 4_000];
const SCHEDULES_IN_A_STAY = 4;

/**
 * A person who is added to a group and removed again, many times, and who schedules messages in that group. The server
 * drops the messages that fall due while the person is no member. The host stays in the group and reads.
 */
export class Passer {
  readonly person: Person;
  readonly host: Person;
  readonly refusals: Refusal[] = [];
  private readonly boss: PatientClient;
  private readonly ledger: Ledger;
  private readonly random: Random;

  private constructor(
    boss: PatientClient,
    [person, host]: [Person, Person],
    ledger: Ledger,
    random: Random,
  ) {
    this.boss = boss;
    this.person = person;
    this.host = host;
    this.ledger = ledger;
    this.random = random;
  }

  static async arrive(url: string, ledger: Ledger, random: Random): Promise<Passer> {
    const boss = new PatientClient(url);
    await boss.signIn(administrator.email, administrator.password);
    const client = await register(boss, url, 'de-paso');
    const other = await register(boss, url, 'de-casa');
    const body = { name: 'De paso', userUuids: [client.uuid, other.uuid] };
    const { content: group } = await boss.call(createGroup, { body });
    const { content } = await other.call(listGroupChats, { params: { groupId: group.uuid } });
    const chats = [required(content[0]?.chatUuid ?? undefined, 'chat of the group')];
    const seats: [Person, Person] = [
      { client, group, chats },
      { client: other, group, chats },
    ];
    return new Passer(boss, seats, ledger, random);
  }

  /** Until `stop`, which leaves them outside. */
  comeAndGo(): { stop: () => Promise<void> } {
    let isWanted = true;
    const passing = this.pass(() => isWanted);
    return {
      async stop() {
        isWanted = false;
        await passing;
      },
    };
  }

  private async pass(isWanted: () => boolean): Promise<void> {
    const { person, refusals, ledger, random, boss } = this;
    const author: Author = { person, refusals, ledger, random, agent: agentOf(1) };
    const users = `/groups/${person.group.uuid}/users`;
    const stay = () => pause(random.between(SHORTEST_STAY_MS, LONGEST_STAY_MS));
    for (let count = 1; isWanted(); count++) {
      for (let n = 1; n <= SCHEDULES_IN_A_STAY; n++) await this.schedule(author, `${count}-${n}`);
      await stay();
      await boss.request('DELETE', `${users}/${person.client.uuid}`);
      await stay();
      if (isWanted()) await boss.request('POST', users, { userIds: [person.client.uuid] });
    }
    author.agent.destroy();
  }

  private async schedule(author: Author, name: string): Promise<void> {
    const { client, chats } = this.person;
    const referenceId = `de-paso-${name}`;
    const [chatId = ''] = chats;
    const contents = [`${referenceId} mientras esté`];
    const send = { referenceId, chatId, senderId: client.uuid, contents, isForward: false };
    const begun = this.ledger.begin(send);
    await schedule(author, begun);
    if (begun.scheduled) begun.scheduled.mayBeDropped = true;
  }
}
