import { required } from '../../../support/helpers.ts';
import { attacksWith } from './attacks.ts';

const [name = '', url = '', from = '', asset = ''] = process.argv.slice(2);
const attacks = new Map(Object.entries(attacksWith(asset)));
const { connections, attack } = required(attacks.get(name), name);
const { hostname, port } = new URL(url);
const aim = { host: hostname, port: Number(port), from };
// A refused attacker comes back, one connection after the other, slowly enough not to use up the machine.
const BACK_AFTER_MS = 5_000;

async function holdOpen(place: number): Promise<void> {
  const comeBack = () => setTimeout(holdOpen, BACK_AFTER_MS * (0.5 + place / connections), place);
  await attack(aim).then((socket) => socket.once('close', comeBack), comeBack);
}

// The kernel's queue of new connections has no room for all at once.
for (let begun = 0; begun < connections; begun++) {
  void holdOpen(begun);
  if (begun % 50 === 0) await new Promise((next) => setImmediate(next));
}
console.log('begun');
