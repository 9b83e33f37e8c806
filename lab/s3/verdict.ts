import type { Ceph } from '../machines/ceph.ts';
import type { Company } from './company.ts';

/** The tools that each part of the trial gets. */
export interface World {
  home: string;
  ceph: Ceph;
  company: Company;
  bucket: string;
  verdict: Verdict;
}

/** A promise that was tried, and whether it holds. */
export class Verdict {
  private readonly rows: { what: string; holds: boolean; figure: string }[] = [];

  add(what: string, holds: boolean, figure = ''): void {
    this.rows.push({ what, holds, figure });
    if (!holds) console.log(`  does not hold: ${what} ${figure}`);
  }

  get isGood(): boolean {
    return this.rows.length > 0 && this.rows.every(({ holds }) => holds);
  }

  table(): string {
    const lines = this.rows.map(
      ({ what, holds, figure }) => `| ${what} | ${holds ? 'yes' : 'NO'} | ${figure} |`,
    );
    return ['| tried on a real S3 store | holds | figure |', '|---|---|---|', ...lines].join('\n');
  }
}
