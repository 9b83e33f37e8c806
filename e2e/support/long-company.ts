import { randomBytes } from 'node:crypto';
import { type Administration, callsOf, type Group, type Person } from './administration.ts';

/** A company in which every name is as long as the contract allows, and has words without a blank. */
export interface LongCompany {
  group: Group;
  project: string;
  office: string;
  /** Projects with names of shorter words, each of which may just not fit somewhere. */
  shorterProjects: string[];
  /** The viewer, a person with an e-mail as long, and a person with an ordinary e-mail. */
  viewer: Person;
  other: Person;
  ordinary: Person;
  /** A deleted person under a hold, and the name of a deleted group. */
  gone: { uuid: string; email: string };
  goneGroup: string;
}

const password = 'contrasena-larga';

/** Each word begins with random letters: tests on the same server must not share names. */
const word = (length: number) =>
  `${randomBytes(3).toString('hex')}${'Constantinopolitanizadora'.repeat(20)}`.slice(0, length);

export const longEmail = () =>
  `${word(64)}@${[63, 63, 55].map((length) => word(length)).join('.')}.local`.toLowerCase();

/** A group in an office of a project, each with the longest name. */
export async function registerLongOffice({ call }: Administration) {
  const [project, office, name] = [word(50), word(50), word(100)];
  const { uuid: projectId } = await call<{ uuid: string }>('POST', '/projects', { name: project });
  const { uuid: officeId } = await call<{ uuid: string }>('POST', '/offices', {
    name: office,
    projectId,
  });
  const description = `${word(250)} ${'y otras palabras '.repeat(14)}`.slice(0, 500);
  const body = { name, description, projectId, officeId };
  return { project, office, officeId, group: await call<Group>('POST', '/groups', body) };
}

export async function registerLongCompany(
  serverUrl: string,
  administration: Administration,
): Promise<LongCompany> {
  const { call } = administration;
  const { project, office, officeId, group } = await registerLongOffice(administration);
  await call('PUT', `/offices/${officeId}/working-hours`, longHours());
  const shorterProjects = [36, 40, 45, 49].map((length) => word(length));
  for (const shorter of shorterProjects) await call('POST', '/projects', { name: shorter });
  const register = async (names: string[], email: string): Promise<Person> => {
    const [firstName, lastName] = names;
    const body = { firstName, lastName, email, password, groupUuids: [group.uuid] };
    return { ...(await call<Person>('POST', '/users', body)), password };
  };
  const viewer = await register([word(100), word(100)], longEmail());
  const other = await register([word(60), word(60)], longEmail());
  const ordinary = await register(
    ['María del Carmen', 'Fernández de Córdoba'],
    `${word(6)}.fernandez@correo.mi-empresa.local`.toLowerCase(),
  );
  // The viewer manages the group, so that 'Acceso a grupos' can show it.
  await call('POST', `/users/${viewer.uuid}/group-permissions`, { groupIds: [group.uuid] });
  await talk(serverUrl, other, group, [viewer, ordinary]);
  const deleted = await leaveBehind(call);
  return { group, project, office, shorterProjects, viewer, other, ordinary, ...deleted };
}

async function leaveBehind(call: Administration['call']) {
  const body = { firstName: word(100), lastName: word(100), email: longEmail(), password };
  const gone = await call<Person>('POST', '/users', body);
  await call('DELETE', `/users/${gone.uuid}`);
  const reason = `${word(300)} ${'y otras palabras '.repeat(11)}`.trim();
  await call('PUT', `/users/${gone.uuid}/hold`, { hold: true, reason });
  const group = await call<Group>('POST', '/groups', { name: word(100) });
  await call('DELETE', `/groups/${group.uuid}`);
  return { gone, goneGroup: group.name };
}

/** The next of them begin in 3 days, so that everybody of the office is outside them now. */
function longHours() {
  const timezone = 'America/Argentina/ComodRivadavia';
  const name = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: timezone });
  const names = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
  const day = names.indexOf(name.format(Date.now() + 3 * 86_400_000)) + 1;
  const hours = ['05', '09', '13', '17', '21'];
  const days = hours.map((from) => ({ day, from: `${from}:00`, to: `${from}:45` }));
  const dates = Array.from({ length: 28 }, (_, date) => String(date + 1).padStart(2, '0'));
  const holidays = ['2025', '2100'].flatMap((year) => dates.map((date) => `${year}-09-${date}`));
  return { timezone, days: [...days, { day, from: '22:00', to: '03:00' }], holidays };
}

/** The conversation before the viewer's arrival. */
async function talk(url: string, speaker: Person, { uuid: groupId }: Group, listeners: Person[]) {
  const call = await callsOf(url, speaker);
  const [groupChat] = await call<{ uuid: string }[]>('GET', `/groups/${groupId}/chats`);
  const say = async (chat: string | undefined, content: string, more: object = {}) => {
    const body = { type: 'TEXT', content, referenceId: randomBytes(8).toString('hex'), ...more };
    const [sent] = await call<{ uuid: string }[]>('POST', `/chats/${chat}/messages`, body);
    return sent?.uuid;
  };
  const long = await say(groupChat?.uuid, word(300));
  for (const { uuid, email } of listeners) {
    await say(groupChat?.uuid, `Por favor, mira esto cuando puedas @${email} y dime qué tal`, {
      mentionedUserIds: [uuid],
    });
  }
  await call('POST', `/chats/messages/${long}/react`, { emoji: '👍' });
  await call('POST', `/chats/messages/${long}/reply`, {
    content: word(200),
    referenceId: randomBytes(8).toString('hex'),
  });
  for (const { uuid } of listeners) {
    const path = `/chats/users/${uuid}/groups/${groupId}`;
    const direct = await call<{ uuid: string }>('GET', path);
    await say(direct.uuid, `https://intranet.empresa.local/${word(200)}`);
  }
}
