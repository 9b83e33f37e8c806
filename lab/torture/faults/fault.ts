import type { Random } from '../../company/random.ts';
import type { Environment } from '../machines/environment.ts';
import { PatientClient, pause } from '../world/patient-client.ts';

/** Something that goes wrong; settled once it is mended, as far as machines mend it. */
export interface Fault {
  name: string;
  /** How often it comes, beside the others. */
  weight: number;
  isPossible(environment: Environment): boolean;
  inject(environment: Environment, random: Random): Promise<void>;
}

const [SHORTEST_MS, LONGEST_MS] = [300, 1_500];

/** Not one page is left for a while. The database may end over it; it is started again until there is room. */
export const diskFull: Fault = {
  name: 'disk full',
  weight: 2,
  isPossible: ({ disk }) => disk.isSmall,
  async inject({ disk, applications, link }, random) {
    for (const application of applications) application.mayEnd = true;
    disk.fill();
    await pause(random.between(SHORTEST_MS, LONGEST_MS));
    disk.clear();
    await Promise.all(applications.map((application) => application.recovered()));
    await new PatientClient(`http://127.0.0.1:${link.port}`).request('GET', '/health');
    for (const application of applications) application.mayEnd = false;
  },
};
