import type { PreviewDay } from './hours.ts';
import styles from './hours-view.module.css';
import { workingHoursTexts as texts } from './working-hours.texts.ts';

const DAY_MINUTES = 24 * 60;

interface PreviewListProps {
  days: PreviewDay[];
  holidays: string[];
}

/** One line a day: its date, a bar of 24 hours, and the same in words. */
export function PreviewList({ days, holidays }: PreviewListProps) {
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
