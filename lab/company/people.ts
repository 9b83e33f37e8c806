import { randomBytes } from 'node:crypto';
import type { Role } from '@chat/contract/auth';
import { required } from '@chat/contract/checks';
import type { ConnectionStatus } from '@chat/contract/users';
import { v7 as uuidv7 } from 'uuid';
import type { Db } from '../../packages/server/src/db/database.ts';
import {
  devicesTexts,
  newDeviceCode,
} from '../../packages/server/src/modules/devices/devices.actions.ts';
import {
  insertPeople,
  type NewPersonRow,
} from '../../packages/server/src/modules/directory/users/users.queries.ts';
import { hashPassword } from '../../packages/server/src/security/passwords.ts';
import { insertStatuses, type NewDeviceRow } from './bulk.queries.ts';
import { peopleTexts } from './company.texts.ts';
import type { Random } from './random.ts';

export const DEMO_PASSWORD = 'demo-1234';

export interface PersonPlan extends NewPersonRow {
  connectionStatus: ConnectionStatus;
  /** From then on they have neither written nor read. */
  activeUntil: Date;
  /** Later messages have not even reached their machine. */
  reachedUntil: Date;
}

export interface Person extends PersonPlan {
  id: number;
}

interface Away {
  /** How many of the company's last dialogues they have missed. */
  missed: number;
  /** Their machine has got them all the same. */
  reached?: boolean;
  blocked?: boolean;
}

const away: Record<string, Away> = {
  ana: { missed: 45, reached: true },
  bruno: { missed: 12, reached: true },
  carla: { missed: 70 },
  diego: { missed: 110, reached: true },
  luis: { missed: 30, reached: true },
  pablo: { missed: 260 },
  sergio: { missed: 90, blocked: true },
  eva: { missed: 140, reached: true },
};

const DAY_MS = 86_400_000;

/** As it stands in an e-mail: `Álvaro` is `alvaro`. */
export const emailName = (name: string) =>
  name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The part of their e-mail before the @. */
export const nameOf = ({ email }: { email: string }) => email.split('@')[0] ?? '';

/** Nobody is ONLINE while nothing runs; most closed the page, some lost it. */
function statusOf(index: number, absence: Away | undefined): ConnectionStatus {
  if (absence) return absence.reached ? 'DISCONNECTED' : 'OFFLINE';
  return index % 3 === 0 ? 'DISCONNECTED' : 'OFFLINE';
}

function planPerson(
  name: string,
  role: Role,
  index: number,
  { moments, now, domain }: { moments: Date[]; now: Date; domain: string },
): PersonPlan {
  const [firstName = '', lastName = ''] = name.split(' ');
  const absence = away[emailName(firstName)];
  const activeUntil = (absence && moments.at(-absence.missed)) ?? now;
  const createdAt = new Date((moments[0] ?? now).getTime() - (40 - index) * DAY_MS);
  return {
    uuid: uuidv7({ msecs: createdAt.getTime() }),
    firstName,
    lastName,
    email: `${emailName(firstName)}@${domain}`,
    role,
    connectionStatus: statusOf(index, absence),
    createdAt,
    blockedAt: absence?.blocked ? activeUntil : null,
    activeUntil,
    reachedUntil: absence?.reached ? now : activeUntil,
  };
}

/** The company's people as they will be, in the order they joined. `moments`: when its dialogues begin. */
export function planPeople(moments: Date[], now: Date, domain: string): PersonPlan[] {
  const { administrators, managers, users } = peopleTexts;
  const roles: [string, Role][] = [
    ...administrators.map((name): [string, Role] => [name, 'ADMIN']),
    ...managers.map((name): [string, Role] => [name, 'GROUP_MANAGER']),
    ...users.map((name): [string, Role] => [name, 'USER']),
  ];
  return roles.map(([name, role], index) =>
    planPerson(name, role, index, { moments, now, domain }),
  );
}

export async function registerPeople(tx: Db, plans: PersonPlan[]): Promise<Person[]> {
  // One hash for all: they share the password that the demo prints.
  const ids = await insertPeople(tx, plans, await hashPassword(DEMO_PASSWORD));
  const people = plans.map((plan) => ({ ...plan, id: required(ids.get(plan.uuid), plan.email) }));
  await insertStatuses(tx, people);
  return people;
}

const HOUR_MS = 3_600_000;

const kinds = [
  devicesTexts.name('Chrome', 'Windows'),
  devicesTexts.name('Microsoft Edge', 'Windows'),
  devicesTexts.name('Firefox', 'Linux'),
  devicesTexts.name('Safari', 'iOS'),
  devicesTexts.name('Chrome', 'Android'),
];

function planDevice(userId: number, createdAt: Date, approvedAt: Date | null): NewDeviceRow {
  // Nobody holds the secret of such a device: it is there to be looked at, not to come in by.
  const identifierHash = randomBytes(32);
  const uuid = uuidv7({ msecs: createdAt.getTime() });
  // By the clock, as the rest is told by `random` and must not change with this.
  const name = kinds[Math.floor(createdAt.getTime() / 1000) % kinds.length] ?? '';
  const address = `192.168.${Math.floor(userId / 200) % 256}.${20 + (userId % 200)}`;
  return {
    uuid,
    userId,
    identifierHash,
    createdAt,
    approvedAt,
    name,
    address,
    code: newDeviceCode(),
  };
}

/**
 * Everybody's machine, approved when they joined; some have a second one; those of `waiting` ask to be let in with
 * another.
 */
export function planDevices(
  people: Person[],
  waiting: Person[],
  moments: Date[],
  random: Random,
): NewDeviceRow[] {
  const approved = people.flatMap((person) => {
    const later = random.chance(0.2) ? [random.pick(moments)] : [];
    return [person.createdAt, ...later].map((createdAt) =>
      planDevice(person.id, createdAt, new Date(createdAt.getTime() + HOUR_MS / 2)),
    );
  });
  const recent = moments.slice(-40);
  return [...approved, ...waiting.map(({ id }) => planDevice(id, random.pick(recent), null))];
}

const DAYS = 60;
const PER_DAY = [28, 32] as const;
const OPENS = 8.5;
const CLOSES = 18.25;
const LUNCH = [14, 15.25] as const;

const isWeekend = (day: Date) => day.getDay() === 0 || day.getDay() === 6;

function momentOf(day: Date, random: Random): Date {
  const moment = new Date(day);
  moment.setHours(
    0,
    random.between(OPENS * 60, CLOSES * 60),
    random.between(0, 59),
    random.between(0, 999),
  );
  return moment;
}

function isLunch(moment: Date): boolean {
  const hour = moment.getHours() + moment.getMinutes() / 60;
  return hour >= LUNCH[0] && hour < LUNCH[1];
}

/** When dialogues begin, oldest first: working hours of the working days of the last 60 days, little at lunch time. */
export function workingMoments(now: Date, random: Random): Date[] {
  const moments: Date[] = [];
  for (let back = DAYS; back >= 0; back--) {
    const day = new Date(now);
    day.setDate(day.getDate() - back);
    if (isWeekend(day)) continue;
    for (let left = random.between(...PER_DAY); left > 0; left--) {
      const moment = momentOf(day, random);
      if (moment < now && (!isLunch(moment) || random.chance(0.2))) moments.push(moment);
    }
  }
  return moments.sort((a, b) => a.getTime() - b.getTime());
}
