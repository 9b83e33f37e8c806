/** One line of the table. */
export interface Figure {
  name: string;
  value: number;
  unit: string;
  /** A figure of the same work done with as little as possible, in the same run: what this machine can do today. */
  baseline?: { name: string; value: number } | undefined;
  /** The goal: in the unit of the value, or as a ratio to the baseline. */
  target?: Target | undefined;
}

export type Target =
  | { atMost: number }
  | { atLeast: number }
  | { ratioAtMost: number }
  /** And no less than its inverse. */
  | { ratioWithin: number }
  | { ratioAtLeast: number };

export const ratioOf = ({ value, baseline }: Figure): number | undefined =>
  baseline ? value / baseline.value : undefined;

/** Undefined where nothing is aimed at. */
export function isMet(figure: Figure): boolean | undefined {
  const { value, target } = figure;
  const ratio = ratioOf(figure) ?? Number.NaN;
  if (!target) return undefined;
  if ('atMost' in target) return value <= target.atMost;
  if ('atLeast' in target) return value >= target.atLeast;
  if ('ratioAtMost' in target) return ratio <= target.ratioAtMost;
  if ('ratioWithin' in target)
    return ratio <= target.ratioWithin && ratio >= 1 / target.ratioWithin;
  return ratio >= target.ratioAtLeast;
}

const shown = (value: number) => {
  if (!Number.isFinite(value)) return '–';
  return value >= 100 ? String(Math.round(value)) : value.toPrecision(3).replace(/\.?0+$/, '');
};

function targetText({ target, unit }: Figure): string {
  if (!target) return '';
  if ('atMost' in target) return `≤ ${target.atMost} ${unit}`;
  if ('atLeast' in target) return `≥ ${target.atLeast} ${unit}`;
  if ('ratioAtMost' in target) return `≤ ${shown(target.ratioAtMost)} ×`;
  if ('ratioWithin' in target) return `within ${shown(target.ratioWithin)} ×`;
  return `≥ ${shown(target.ratioAtLeast)} ×`;
}

function metText(met: boolean | undefined): string {
  if (met === undefined) return '';
  return met ? 'yes' : 'NO';
}

function cells(figure: Figure): string[] {
  const { name, value, unit, baseline } = figure;
  const ratio = ratioOf(figure);
  return [
    name,
    `${shown(value)} ${unit}`,
    baseline ? `${shown(baseline.value)} ${baseline.name}` : '',
    ratio === undefined ? '' : `${shown(ratio)} ×`,
    targetText(figure),
    metText(isMet(figure)),
  ];
}

const header = ['', 'measured', 'baseline', 'ratio', 'target', 'met'];

/** The figures of one part, as a table for a terminal. */
export function table(figures: Figure[]): string {
  const rows = [header, ...figures.map(cells)];
  const widths = header.map((_, column) =>
    Math.max(...rows.map((row) => [...(row[column] ?? '')].length)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
