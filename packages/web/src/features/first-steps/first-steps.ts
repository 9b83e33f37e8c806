import type { PendingDevice } from '@chat/contract/devices';
import type { Group } from '@chat/contract/groups';
import { GENERAL } from '@chat/contract/limits';
import { routePaths } from '../../shared/routes.ts';

const stepKeys = ['project', 'office', 'group', 'people', 'devices'] as const;
type StepKey = (typeof stepKeys)[number];

/** What a company holds so far. */
export interface Company {
  projectsCount: number;
  officesCount: number;
  groups: Pick<Group, 'name' | 'participantsCount'>[];
  devices: Pick<PendingDevice, 'userEmail' | 'approvedAt'>[];
}

export interface Step {
  key: StepKey;
  to: (typeof pages)[StepKey];
  isDone: boolean;
}

const pages = {
  project: routePaths['admin.projects'],
  office: routePaths['admin.offices'],
  group: routePaths['admin.groups'],
  people: routePaths['admin.users'],
  devices: routePaths['admin.access'],
} as const;

/** The way from an empty company to one whose people chat, in the order that each step needs. */
export function stepsOf(company: Company, administratorEmail: string): Step[] {
  const { projectsCount, officesCount, groups, devices } = company;
  const isDone: Record<StepKey, boolean> = {
    project: projectsCount > 0,
    office: officesCount > 0,
    group: groups.some(({ name }) => name !== GENERAL),
    // Everyone who is not an administrator begins as a participant of GENERAL.
    people: groups.some(({ participantsCount }) => participantsCount > 0),
    devices: devices.some(
      ({ userEmail, approvedAt }) => approvedAt !== null && userEmail !== administratorEmail,
    ),
  };
  return stepKeys.map((key) => ({ key, to: pages[key], isDone: isDone[key] }));
}
