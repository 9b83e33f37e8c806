import { organisationTexts } from './organisation.texts.ts';
import type { OrganisationPlan } from './organisation.ts';
import { nameOf, type Person } from './people.ts';

/** Who writes in the n-th group: the cast sits in the first, Diego nowhere yet, others go round, some help out next door. */
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
