import type { Role } from '@chat/contract/auth';
import { required } from '@chat/contract/checks';
import type { ConnectionStatus } from '@chat/contract/users';
import { v7 as uuidv7 } from 'uuid';
import type { Db } from '../../db/database.ts';
import {
  insertPeople,
  type NewPersonRow,
} from '../../modules/directory/users/bulk-people.queries.ts';
import { insertStatuses } from '../../modules/presence/presence.queries.ts';
import { hashPassword } from '../../security/passwords.ts';
import { peopleTexts } from './people.texts.ts';

export const DEMO_PASSWORD = 'demo-1234';

export interface PersonPlan extends NewPersonRow {
  connectionStatus: ConnectionStatus;
  /** From then on they have neither written nor read. */
  activeUntil: Date;
  /** What came later has not even reached their machine. */
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

/** What they sign in with, before the @. */
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
