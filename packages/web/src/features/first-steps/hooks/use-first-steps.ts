import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { persist, readKept } from '../../../shared/persist.ts';
import { useSession } from '../../../shared/session.ts';
import { devicesQuery } from '../../devices/api.ts';
import { groupsQuery, officesQuery, projectsQuery } from '../../directory/lists/lists.ts';
import { type Step, stepsOf } from '../first-steps.ts';

const keyOf = (userId: string) => `chat.firstSteps.${userId}`;

interface FirstSteps {
  /** Null while they are not known, and once they are hidden or all done. */
  steps: Step[] | null;
  hide: () => void;
}

/** Hidden or done, they are not looked at again in this browser, and nothing is asked for them. */
export function useFirstSteps(): FirstSteps {
  const user = useSession((session) => session.user);
  const key = keyOf(user?.uuid ?? '');
  const [isOver, setOver] = useState(() => readKept(key) !== null);
  const steps = useSteps(user?.email ?? '', !isOver);
  const isDone = steps?.every((step) => step.isDone) ?? false;
  useEffect(() => {
    if (isDone) persist(key, 'done');
  }, [isDone, key]);
  const hide = () => {
    persist(key, 'hidden');
    setOver(true);
  };
  return { steps: isOver || isDone ? null : steps, hide };
}

function useSteps(email: string, isWanted: boolean): Step[] | null {
  const { data: projects } = useQuery({ ...projectsQuery, enabled: isWanted });
  const { data: offices } = useQuery({ ...officesQuery, enabled: isWanted });
  const { data: groups } = useQuery({ ...groupsQuery, enabled: isWanted });
  const company = projects &&
    offices &&
    groups && { projectsCount: projects.length, officesCount: offices.length, groups, devices: [] };
  const steps = company ? stepsOf(company, email) : null;
  // The last step's list may be long: read only once the others are done.
  const isLast = steps?.every(({ key, isDone }) => isDone || key === 'devices') ?? false;
  const { data: devices } = useQuery({ ...devicesQuery(''), enabled: isWanted && isLast });
  if (!company || !isLast) return steps;
  return devices ? stepsOf({ ...company, devices }, email) : null;
}
