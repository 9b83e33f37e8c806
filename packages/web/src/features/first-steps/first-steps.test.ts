import { describe, expect, it } from 'vitest';
import { type Company, stepsOf } from './first-steps.tsx';

const general = { name: 'GENERAL', participantsCount: 0 };
const empty: Company = {
  projectsCount: 0,
  officesCount: 0,
  groups: [general],
  hasNotice: false,
  devices: [],
};

const elena = 'elena@empresa.local';
const doneIn = (company: Partial<Company>) =>
  stepsOf({ ...empty, ...company }, elena)
    .filter(({ isDone }) => isDone)
    .map(({ key }) => key);

describe('the first steps of a company', () => {
  it('are all to be done at first, from the project to the devices', () => {
    expect(doneIn({})).toEqual([]);
    expect(stepsOf(empty, elena).map(({ key }) => key)).toEqual([
      'project',
      'office',
      'group',
      'people',
      'notice',
      'devices',
    ]);
  });

  it('do not take GENERAL, which is always there, for a group that was formed', () => {
    expect(doneIn({ groups: [general, { name: 'Ventas', participantsCount: 0 }] })).toEqual([
      'group',
    ]);
  });

  it('know of people by who takes part in any group', () => {
    expect(doneIn({ groups: [{ ...general, participantsCount: 1 }] })).toEqual(['people']);
  });

  it('know of a privacy notice by whether one is in force', () => {
    expect(doneIn({ hasNotice: true })).toEqual(['notice']);
  });

  it("wait for somebody else's device to be approved, not for the administrator's own", () => {
    const own = { userEmail: elena, approvedAt: '2026-01-01T00:00:00Z' };
    const waiting = { userEmail: 'ana@empresa.local', approvedAt: null };
    expect(doneIn({ devices: [own, waiting] })).toEqual([]);
    expect(doneIn({ devices: [own, { ...own, userEmail: waiting.userEmail }] })).toEqual([
      'devices',
    ]);
  });
});
