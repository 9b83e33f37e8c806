import { required } from '@chat/contract/checks';
import { attacksWith } from './attacks.ts';

const [name = '', url = '', from = '', asset = ''] = process.argv.slice(2);
const attacks = new Map(Object.entries(attacksWith(asset)));
const { connections, attack } = required(attacks.get(name), name);
const { hostname, port } = new URL(url);
const aim = { host: hostname, port: Number(port), from };
// A stranger who is turned away comes back, one connection after the other, without spending the machine on it.
const BACK_AFTER_MS = 5_000;

async function holdOpen(place: number): Promise<void> {
  const comeBack = () => setTimeout(holdOpen, BACK_AFTER_MS * (0.5 + place / connections), place);
  await attack(aim).then((socket) => socket.once('close', comeBack), comeBack);
}

// All at once is what the kernel's queue of new connections cannot hold.
for (let begun = 0; begun < connections; begun++) {
  void holdOpen(begun);
  if (begun % 50 === 0) await new Promise((next) => setImmediate(next));
}
console.log('begun');
