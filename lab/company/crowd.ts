import type { Role } from '@chat/contract/auth';
import { required } from '@chat/contract/checks';
import { v7 as uuidv7 } from 'uuid';
import { organisationTexts, peopleTexts, sizeTexts } from './company.texts.ts';
import type { OfficePlan, OrganisationPlan } from './organisation.ts';
import { emailName, type PersonPlan } from './people.ts';
import type { Random } from './random.ts';

interface Name {
  firstName: string;
  lastName: string;
  email: string;
}

const known = Object.values(peopleTexts).flat().map(castName);
const firstNames = known.map(({ firstName }) => firstName);
const lastNames = known.map(({ lastName }) => lastName);

function castName(name: string): Name {
  const [firstName = '', lastName = ''] = name.split(' ');
  return { firstName, lastName, email: emailName(firstName) };
}

/** The n-th of the crowd: a first name and two last ones that no other has together. */
function crowdName(n: number): Name {
  const first = n % firstNames.length;
  const block = Math.floor(n / firstNames.length);
  const last = block % lastNames.length;
  const other = (first * 7 + last * 3 + Math.floor(block / lastNames.length)) % lastNames.length;
  const names = [firstNames[first], lastNames[last], lastNames[other]];
  const [firstName = '', lastName = '', secondName = ''] = names;
  const email = [firstName, lastName, secondName].map(emailName).join('.');
  return { firstName, lastName: `${lastName} ${secondName}`, email };
}

/** The cast first: administrator, manager, user. One in a hundred of the others manages groups. */
function roleAt(index: number): Role {
  if (index === 0) return 'ADMIN';
  return index === 1 || index % 100 === 50 ? 'GROUP_MANAGER' : 'USER';
}

/** As many people as asked for; a third has not looked for a while, and one in a hundred is blocked. */
export function planCrowd(
  users: number,
  { moments, now, domain }: { moments: Date[]; now: Date; domain: string },
  random: Random,
): PersonPlan[] {
  const began = (moments[0] ?? now).getTime() - users * 1000;
  const cast = sizeTexts.cast.map(castName);
  return Array.from({ length: users }, (_, index) => {
    const name = cast[index] ?? crowdName(index - cast.length);
    const isAway = index >= cast.length && random.chance(0.33);
    const activeUntil = isAway ? random.pick(moments.slice(-400)) : now;
    const createdAt = new Date(began + index * 1000);
    return {
      ...name,
      email: `${name.email}@${domain}`,
      uuid: uuidv7({ msecs: createdAt.getTime() }),
      role: roleAt(index),
      connectionStatus: random.chance(0.3) ? 'DISCONNECTED' : 'OFFLINE',
      createdAt,
      blockedAt: isAway && random.chance(0.03) ? activeUntil : null,
      activeUntil,
      reachedUntil: random.chance(0.5) ? now : activeUntil,
    };
  });
}

const GROUPS_PER_OFFICE = 4;
const OFFICES_PER_PROJECT = 5;

type GroupPlan = OfficePlan['groups'][number];

const offices: readonly OfficePlan[] = organisationTexts.projects.flatMap((project) => [
  ...project.offices,
]);
/** One of each name, so that the four of an office differ. */
const kinds: GroupPlan[] = [
  ...new Map(offices.flatMap(({ groups }) => groups).map((kind) => [kind.name, kind])).values(),
];

/** `items` in rows of `size`. */
function inRows<T>(items: T[], size: number): T[][] {
  const rows = Math.ceil(items.length / size);
  return Array.from({ length: rows }, (_, row) => items.slice(row * size, (row + 1) * size));
}

/** Projects of five offices of four groups. Everybody writes in one group, every third in the next as well. */
export function manyGroups(count: number): OrganisationPlan {
  const groups = Array.from({ length: count }, (_, n) =>
    required(kinds[n % kinds.length], 'kind of group'),
  );
  const places = inRows(groups, GROUPS_PER_OFFICE).map((row, n) => ({
    name: required(sizeTexts.cities[n % sizeTexts.cities.length], 'city'),
    groups: row,
  }));
  return {
    projects: inRows(places, OFFICES_PER_PROJECT).map((row, n) => ({
      name: sizeTexts.project(n + 1),
      offices: row,
    })),
    placesOf(person, index, all) {
      if (person.role === 'ADMIN') return [];
      const home = index % all;
      return index % 3 === 0 ? [home, (home + 1) % all] : [home];
    },
    managedBy: (manager, all) => [manager % all, (manager * 7 + 1) % all],
  };
}
