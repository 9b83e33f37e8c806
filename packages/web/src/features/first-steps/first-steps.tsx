import { GENERAL } from '@chat/contract/checks';
import type { PendingDevice } from '@chat/contract/devices';
import type { Group } from '@chat/contract/groups';
import { useQuery } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { persist, readKept } from '../../shared/persist.ts';
import { routePaths } from '../../shared/routes.ts';
import { useSession } from '../../shared/session.ts';
import { IconButton } from '../../shared/ui/icon-button.tsx';
import { PageLink } from '../../shared/ui/page-link.tsx';
import { devicesQuery } from '../devices/api.ts';
import { groupsQuery, officesQuery, projectsQuery } from '../directory/lists/lists.ts';
import { noticeQuery } from '../privacy-notice/api.ts';
import styles from './first-steps.module.css';
import { firstStepsTexts as texts } from './first-steps.texts.ts';

/** Shown to administrators while something is missing; ticked off as it is done, here or by a colleague. */
export function FirstSteps() {
  const { steps, hide } = useFirstSteps();
  if (!steps) return null;
  const next = steps.find(({ isDone }) => !isDone);
  const doneCount = steps.filter(({ isDone }) => isDone).length;
  return (
    <section className={styles.card} aria-labelledby="first-steps">
      <header className={styles.header}>
        <h2 id="first-steps" className={styles.title}>
          {texts.title}
        </h2>
        <span className={styles.progress}>{texts.progress(doneCount, steps.length)}</span>
        <IconButton
          withTooltip={false}
          className={styles.hide}
          label={texts.hide}
          title={texts.hide}
          icon={X}
          variant="plain"
          size="s"
          onClick={hide}
        />
      </header>
      <ol className={styles.steps}>
        {steps.map((step, index) => (
          <li key={step.key} className={styles.item} data-next={step === next || undefined}>
            <StepLine step={step} number={index + 1} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function StepLine({ step: { key, to, isDone }, number }: { step: Step; number: number }) {
  const { label, hint } = texts.steps[key];
  return (
    <div className={styles.step} data-done={isDone || undefined}>
      <span className={styles.mark} aria-hidden="true">
        {isDone ? <Check /> : number}
      </span>
      <span className={styles.text}>
        {isDone ? (
          <span className={styles.label}>
            <span className="visually-hidden">{texts.done} </span>
            {label}
          </span>
        ) : (
          <PageLink to={to} className={styles.label}>
            {label}
          </PageLink>
        )}
        <span className={styles.hint}>{hint}</span>
      </span>
    </div>
  );
}

const keyOf = (userId: string) => `chat.firstSteps.${userId}`;

interface StepsToShow {
  /** Null while they are not known, and once they are hidden or all done. */
  steps: Step[] | null;
  hide: () => void;
}

/** Hidden or done, they are not looked at again in this browser, and nothing is asked for them. */
function useFirstSteps(): StepsToShow {
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
  const { data: notice } = useQuery({ ...noticeQuery, enabled: isWanted });
  const company = projects &&
    offices &&
    groups &&
    notice !== undefined && {
      projectsCount: projects.length,
      officesCount: offices.length,
      groups,
      hasNotice: notice !== null,
      devices: [],
    };
  const steps = company ? stepsOf(company, email) : null;
  // The last step's list may be long: read only once the others are done.
  const isLast = steps?.every(({ key, isDone }) => isDone || key === 'devices') ?? false;
  const { data: devices } = useQuery({ ...devicesQuery(''), enabled: isWanted && isLast });
  if (!company || !isLast) return steps;
  return devices ? stepsOf({ ...company, devices }, email) : null;
}

const stepKeys = ['project', 'office', 'group', 'people', 'notice', 'devices'] as const;
type StepKey = (typeof stepKeys)[number];

/** The number of entities that a company has so far. */
export interface Company {
  projectsCount: number;
  officesCount: number;
  groups: Pick<Group, 'name' | 'participantsCount'>[];
  hasNotice: boolean;
  devices: Pick<PendingDevice, 'userEmail' | 'approvedAt'>[];
}

interface Step {
  key: StepKey;
  to: (typeof pages)[StepKey];
  isDone: boolean;
}

const pages = {
  project: routePaths['admin.projects'],
  office: routePaths['admin.offices'],
  group: routePaths['admin.groups'],
  people: routePaths['admin.users'],
  notice: routePaths['admin.notice'],
  devices: routePaths['admin.access'],
} as const;

/** The way from an empty company to one whose people chat, in the order that each step needs. */
export function stepsOf(company: Company, administratorEmail: string): Step[] {
  const { projectsCount, officesCount, groups, hasNotice, devices } = company;
  const isDone: Record<StepKey, boolean> = {
    project: projectsCount > 0,
    office: officesCount > 0,
    group: groups.some(({ name }) => name !== GENERAL),
    // Everyone who is not an administrator begins as a participant of GENERAL.
    people: groups.some(({ participantsCount }) => participantsCount > 0),
    notice: hasNotice,
    devices: devices.some(
      ({ userEmail, approvedAt }) => approvedAt !== null && userEmail !== administratorEmail,
    ),
  };
  return stepKeys.map((key) => ({ key, to: pages[key], isDone: isDone[key] }));
}
