import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { inRepo } from '../../scripts/lib/root.mjs';
import { Random } from '../company/random.ts';
import { type Options, readOptions } from './options.ts';
import { addUp, isGood, renderReport } from './report.ts';
import { playRound, type RoundResult } from './round.ts';

async function playAll(options: Options): Promise<RoundResult[]> {
  const file = options.json ?? inRepo('test-results/torture.json');
  const deadline = Date.now() + options.minutes * 60_000;
  const seeds = new Random(options.seed);
  const rounds: RoundResult[] = [];
  for (let count = 1; count <= options.rounds; count++) {
    for (const engine of options.engines) {
      if (Date.now() > deadline) return rounds;
      const seed = options.rounds === 1 ? options.seed : Math.floor(seeds.next() * 2 ** 31);
      // Every other round stands on the machine's own disk, where a commit costs what it costs.
      const onSmallDisk = options.smallDisk && count % 2 === 1;
      const stuck = setTimeout(() => giveUp(engine, seed), options.roundMinutes * 60_000);
      const result = await playRound(engine, seed, options, onSmallDisk);
      clearTimeout(stuck);
      rounds.push(result);
      const { sends, acknowledged, seconds, examples } = result;
      console.log(
        `${engine}, round ${count}, seed ${seed}: ${sends} sends, ${acknowledged} acknowledged, ${seconds} s`,
      );
      for (const example of examples) console.log(`  ${example}`);
      writeReport(file, rounds);
    }
  }
  return rounds;
}

function giveUp(engine: string, seed: number): never {
  console.error(`${engine}, seed ${seed}: the round does not come to an end`);
  process.exit(1);
}

function writeReport(file: string, rounds: RoundResult[]): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ totals: addUp(rounds), rounds }, null, 2)}\n`);
}

function reportImpossible(rounds: RoundResult[]): void {
  const hasSmall = rounds.some(({ isSmallDisk }) => isSmallDisk);
  if (!hasSmall) console.log('\nNo disk was filled and no power cut: none may be mounted here.');
  else if (!rounds.some(({ canLosePower }) => canLosePower))
    console.log('\nNo power was cut: it takes mkfs.ext4, a loop device and perl.');
}

const options = readOptions(process.argv.slice(2), process.env);
if (options) {
  console.log(`Seed ${options.seed}`);
  const rounds = await playAll(options);
  console.log(`\n${renderReport(addUp(rounds), rounds)}`);
  if (options.smallDisk) reportImpossible(rounds);
  process.exitCode = isGood(rounds) ? 0 : 1;
}
