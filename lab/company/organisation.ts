import { v7 as uuidv7 } from 'uuid';
import type { Db } from '../../packages/server/src/db/database.ts';
import { createGroupChat } from '../../packages/server/src/modules/chat/members/chat-membership.actions.ts';
import { insertPermissions } from '../../packages/server/src/modules/directory/groups/group-people.queries.ts';
import {
  findGeneral,
  insertGroup,
} from '../../packages/server/src/modules/directory/groups/groups.queries.ts';
import { joinGroups } from '../../packages/server/src/modules/directory/groups/participants.actions.ts';
import {
  insertOffice,
  insertProject,
} from '../../packages/server/src/modules/directory/offices/offices.queries.ts';
import type { HoursOrAlways } from '../../packages/server/src/modules/working-hours/wall-clock.ts';
import { updateHours } from '../../packages/server/src/modules/working-hours/working-hours.queries.ts';
import { organisationTexts } from './company.texts.ts';
import type { Theme } from './dialogues.ts';
import { nameOf, type Person } from './people.ts';

export interface OfficePlan {
  name: string;
  groups: readonly { name: string; description: string; theme: Theme }[];
  /** Given where people are left in peace outside of them. */
  hours?: HoursOrAlways;
}

/** The groups and the people of each; groups are counted over all projects and offices. */
export interface OrganisationPlan {
  projects: readonly { name: string; offices: readonly OfficePlan[] }[];
  /** The groups in which somebody writes. `groups`: how many there are. */
  placesOf(person: Person, index: number, groups: number): number[];
  /** The groups that the n-th manager keeps. */
  managedBy(manager: number, groups: number): number[];
}

interface Group {
  id: number;
  uuid: string;
  theme: Theme;
}

export interface Team extends Group {
  participants: Person[];
}

async function insertGroups(tx: Db, { projects }: OrganisationPlan): Promise<Group[]> {
  const groups: Group[] = [];
  for (const { name, offices } of projects) {
    const project = await insertProject(tx, { uuid: uuidv7(), name });
    for (const place of offices) {
      const projectId = project.id;
      const office = await insertOffice(tx, { uuid: uuidv7(), projectId, name: place.name });
      if (place.hours) await updateHours(tx, office.id, place.hours);
      for (const { name, description, theme } of place.groups) {
        const row = { uuid: uuidv7(), officeId: office.id, name, description };
        const group = await insertGroup(tx, row);
        await createGroupChat(tx, group);
        groups.push({ ...group, theme });
      }
    }
  }
  return groups;
}

async function grantManagement(
  tx: Db,
  plan: OrganisationPlan,
  teams: Team[],
  people: Person[],
): Promise<void> {
  const managers = people.filter(({ role }) => role === 'GROUP_MANAGER');
  for (const [index, manager] of managers.entries()) {
    const places = plan.managedBy(index, teams.length - 1);
    const groupIds = places.flatMap((place) => teams[place]?.id ?? []);
    await insertPermissions(tx, manager.id, groupIds);
  }
}

/** Projects, offices and groups with their people; GENERAL, with everybody but administrators, comes last. */
export async function createOrganisation(
  tx: Db,
  plan: OrganisationPlan,
  people: Person[],
): Promise<Team[]> {
  const groups = await insertGroups(tx, plan);
  const teams: Team[] = groups.map((group, place) => ({
    ...group,
    participants: people.filter((person, index) =>
      plan.placesOf(person, index, groups.length).includes(place),
    ),
  }));
  const general = await findGeneral(tx);
  const everybody = people.filter(({ role }) => role !== 'ADMIN');
  if (general) teams.push({ ...general, theme: 'everyone', participants: everybody });
  for (const team of teams) await joinGroups(tx, [team.id], team.participants);
  await grantManagement(tx, plan, teams, people);
  return teams;
}

/**
 * The groups that a person writes in: the cast sits in the first, Diego nowhere yet, others go round, some help out
 * next door.
 */
function placesOf(person: Person, index: number, groups: number): number[] {
  const name = nameOf(person);
  if (person.role === 'ADMIN' || name === 'diego') return [];
  if (name === 'ana') return [0, 1];
  if (name === 'bruno' || name === 'carla') return [0];
  const home = index % groups;
  // Groups stand in pairs, one pair for each office.
  return index % 3 === 0 ? [home, home ^ 1] : [home];
}

/** The first manager keeps an office's two groups, the others one each. */
const managedBy = [[0, 1], [2], [5]];

export const demoOrganisation: OrganisationPlan = {
  projects: organisationTexts.projects,
  placesOf,
  managedBy: (manager) => managedBy[manager] ?? [],
};
