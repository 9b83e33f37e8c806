import { required } from '@chat/contract/checks';
import { organisationTexts } from '../demo/organisation.texts.ts';
import type { OfficePlan, OrganisationPlan } from '../demo/organisation.ts';
import { sizeTexts } from './size.texts.ts';

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
