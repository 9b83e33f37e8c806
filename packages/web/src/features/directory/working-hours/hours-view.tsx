import type { Hours } from '@chat/contract/forms';
import { CalendarClock } from 'lucide-react';
import { Button } from '../../../shared/ui/button.tsx';
import { EmptyState, FailureState, ListSkeleton } from '../../../shared/ui/placeholders.tsx';
import { useHoursPreview, useWorkingHours } from './api.ts';
import {
  byYear,
  inOrder,
  isOvernight,
  ownTimeZone,
  type PreviewDay,
  previewDays,
  week,
} from './hours.ts';
import styles from './hours-view.module.css';
import { workingHoursTexts as texts } from './working-hours.texts.ts';

interface HoursViewProps {
  /** Null: the company's. */
  officeId: string | null;
  onSetFirst: () => void;
}

/** The hours that are set, and what becomes of them in the next days. */
export function HoursView({ officeId, onSetFirst }: HoursViewProps) {
  const own = useWorkingHours(officeId);
  const company = useWorkingHours(null);
  if (own.isError || company.isError) {
    const retry = () => void Promise.all([own.refetch(), company.refetch()]);
    return <FailureState title={texts.failed} onRetry={retry} />;
  }
  if (own.data === undefined || company.data === undefined) return <ListSkeleton isPlain />;
  const inForce = own.data ?? company.data;
  const isOffice = officeId !== null;
  if (!inForce) {
    return (
      <EmptyState
        icon={CalendarClock}
        title={isOffice ? texts.likeCompany : texts.noneTitle}
        action={<Button onClick={onSetFirst}>{texts.setFirst}</Button>}
      >
        {isOffice && <p>{texts.likeCompanyHint}</p>}
        <p>{texts.alwaysHint}</p>
      </EmptyState>
    );
  }
  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        {isOffice && own.data === null && <p className={styles.note}>{texts.likeCompanyHint}</p>}
        <WeekCard hours={inForce} />
        <HolidaysCard holidays={inForce.holidays} />
      </div>
      <PreviewCard officeId={officeId} hours={inForce} />
    </div>
  );
}

function WeekCard({ hours }: { hours: Hours }) {
  const days = inOrder(hours.days);
  return (
    <section className={styles.card} aria-label={texts.week}>
      <h2 className={styles.title}>
        {texts.week} <span className={styles.zone}>{texts.timeZoneOf(hours.timezone)}</span>
      </h2>
      <dl className={styles.week}>
        {week.map((day) => (
          <div key={day} className={styles.day}>
            <dt>{texts.dayName(day)}</dt>
            <dd>
              <DaySpans spans={days.filter((span) => span.day === day)} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function DaySpans({ spans }: { spans: Hours['days'] }) {
  if (spans.length === 0) return <span className={styles.free}>{texts.free}</span>;
  return spans.map(({ from, to }) => (
    <span key={`${from} ${to}`} className={styles.span}>
      {from === '00:00' && to === '24:00' ? texts.wholeDay : texts.span(from, to)}
      {isOvernight({ from, to }) && <span className={styles.free}> {texts.nextDay}</span>}
    </span>
  ));
}

function HolidaysCard({ holidays }: { holidays: string[] }) {
  return (
    <section className={styles.card} aria-label={texts.holidays}>
      <h2 className={styles.title}>{texts.holidays}</h2>
      {holidays.length === 0 && <p className={styles.free}>{texts.noHolidays}</p>}
      {byYear(holidays).map(([year, dates]) => (
        <div key={year} className={styles.year}>
          <h3 className={styles.yearName}>{year}</h3>
          <p>{dates.map(texts.date).join(' · ')}</p>
        </div>
      ))}
    </section>
  );
}

const SHOWN_DAYS = 14;

function PreviewCard({ officeId, hours }: { officeId: string | null; hours: Hours }) {
  const timeZone = hours.timezone || ownTimeZone();
  const { today, preview } = useHoursPreview(officeId, timeZone);
  const days =
    preview.data && previewDays(preview.data, { timeZone, first: today, count: SHOWN_DAYS });
  return (
    <section className={styles.card} aria-label={texts.preview}>
      <h2 className={styles.title}>
        {texts.preview} <span className={styles.zone}>{texts.timeZoneOf(timeZone)}</span>
      </h2>
      {preview.isError && !days && (
        <FailureState title={texts.previewFailed} onRetry={() => void preview.refetch()} />
      )}
      {!preview.isError && !days && <ListSkeleton isPlain />}
      {days && <PreviewList days={days} holidays={hours.holidays} />}
    </section>
  );
}

const DAY_MINUTES = 24 * 60;

interface PreviewListProps {
  days: PreviewDay[];
  holidays: string[];
}

/** One line a day: its date, a bar of 24 hours, and the same in words. */
function PreviewList({ days, holidays }: PreviewListProps) {
  return (
    <ol className={styles.preview}>
      {days.map(({ date, parts }) => (
        <li key={date} className={styles.previewDay}>
          <span className={styles.date}>{texts.previewDay(date)}</span>
          <Bar parts={parts} />
          <DayInWords parts={parts} isHoliday={holidays.includes(date)} />
        </li>
      ))}
    </ol>
  );
}

/** SVG, for the page's policy takes no widths that are written into elements. */
function Bar({ parts }: Pick<PreviewDay, 'parts'>) {
  return (
    <svg
      className={styles.bar}
      viewBox={`0 0 ${DAY_MINUTES} 8`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {parts.map(({ from, to }) => (
        <rect key={from} x={from} y="0" width={to - from} height="8" />
      ))}
    </svg>
  );
}

interface DayInWordsProps extends Pick<PreviewDay, 'parts'> {
  isHoliday: boolean;
}

function DayInWords({ parts, isHoliday }: DayInWordsProps) {
  const [first] = parts;
  if (!first) return <span className={styles.free}>{isHoliday ? texts.holiday : texts.free}</span>;
  const isWhole = first.from === 0 && first.to === DAY_MINUTES;
  return (
    <span className={styles.times}>
      {isWhole
        ? texts.wholeDay
        : parts.map(({ from, to }, place) => (
            <span key={from} className={styles.part}>
              {texts.span(clockOf(from), clockOf(to))}
              {place < parts.length - 1 && ',\u00a0'}
            </span>
          ))}
    </span>
  );
}

const clockOf = (minutes: number) =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
