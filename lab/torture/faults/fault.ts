import type { Scene } from '../machines/scene.ts';
import type { Random } from '../random.ts';

/** Something that goes wrong; settled once it is mended, as far as machines mend it. */
export interface Fault {
  name: string;
  /** How often it comes, beside the others. */
  weight: number;
  isPossible(scene: Scene): boolean;
  inject(scene: Scene, random: Random): Promise<void>;
}
