import { listGroupChats } from '@chat/contract/chats';
import { createGroup } from '@chat/contract/groups';
import { personForm } from '../../packages/server/test/cast.ts';
import { Client, type Reply } from '../../packages/server/test/client.ts';
import { Application, administrator } from '../machines/application.ts';
import { required } from '../support/helpers.ts';

const PEOPLE = 8;
const emailOf = (index: number) => `persona-${index}@empresa.local`;

/** The built server, and people who write to each other in one group. */
export class Company {
  readonly dataDir: string;
  application: Application;
  boss!: Client;
  people: Client[] = [];
  /** Where all of them write. */
  chat = '';
  private url = '';

  private constructor(dataDir: string, s3Url: string) {
    this.dataDir = dataDir;
    this.application = this.installed(s3Url);
  }

  static async found(dataDir: string, s3Url: string): Promise<Company> {
    const company = new Company(dataDir, s3Url);
    await company.application.start();
    const boss = await company.signIn(administrator.email, administrator.password);
    for (let index = 0; index < PEOPLE; index++) {
      const { status, message } = await boss.request('POST', '/users', personForm(emailOf(index)));
      if (status !== 201) throw new Error(`Nobody was registered: ${message}`);
      company.people.push(await company.signIn(emailOf(index)));
    }
    const userUuids = company.people.map(({ uuid }) => uuid);
    const body = { name: 'Ventas', userUuids };
    const { uuid: groupId } = (await boss.call(createGroup, { body })).content;
    const chats = await company.person(0).call(listGroupChats, { params: { groupId } });
    company.chat = required(chats.content[0]?.chatUuid ?? undefined, 'chat');
    company.boss = boss;
    return company;
  }

  /** Opens an installation that exists already, a restored one say, with the people of another. */
  static async open(dataDir: string, s3Url: string, { chat }: Company): Promise<Company> {
    const company = new Company(dataDir, s3Url);
    await company.application.start();
    company.people = [await company.signIn(emailOf(0)), await company.signIn(emailOf(1))];
    company.chat = chat;
    return company;
  }

  person(index: number): Client {
    return required(this.people[index], 'person');
  }

  /** Ends the server and starts it with another store. */
  async moveTo(s3Url: string): Promise<void> {
    await this.application.stop();
    this.application = this.installed(s3Url);
    await this.application.start();
    // The server listens elsewhere now; sessions outlive it.
    for (const client of [this.boss, ...this.people]) Object.assign(client, { url: this.url });
  }

  health(): Promise<Reply> {
    return this.person(0).request('GET', '/health');
  }

  private signIn(email: string, password?: string): Promise<Client> {
    return new Client(this.url).signIn(email, password);
  }

  private installed(s3Url: string): Application {
    return new Application({
      dataDir: this.dataDir,
      settings: { S3_URL: s3Url, RESERVE_MB: '0' },
      onListening: (port) => {
        this.url = `http://127.0.0.1:${port}`;
      },
    });
  }
}
