import type { Environment } from '../machines/environment.ts';
import type { Random } from '../random.ts';

/** Something that goes wrong; settled once it is mended, as far as machines mend it. */
export interface Fault {
  name: string;
  /** How often it comes, beside the others. */
  weight: number;
  isPossible(environment: Environment): boolean;
  inject(environment: Environment, random: Random): Promise<void>;
}
