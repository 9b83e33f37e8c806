import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { NewDeviceRow } from '../../modules/devices/bulk-devices.queries.ts';
import { newDeviceCode } from '../../modules/devices/device-code.ts';
import { devicesTexts } from '../../modules/devices/devices.texts.ts';
import type { Person } from './people.ts';
import type { Random } from './random.ts';

const HOUR_MS = 3_600_000;

const kinds = [
  devicesTexts.name('Chrome', 'Windows'),
  devicesTexts.name('Microsoft Edge', 'Windows'),
  devicesTexts.name('Firefox', 'Linux'),
  devicesTexts.name('Safari', 'iOS'),
  devicesTexts.name('Chrome', 'Android'),
];

function planDevice(userId: number, createdAt: Date, approvedAt: Date | null): NewDeviceRow {
  // Nobody holds the secret of such a device: it is there to be looked at, not to come in by.
  const identifierHash = randomBytes(32);
  const uuid = uuidv7({ msecs: createdAt.getTime() });
  // By the clock, as the rest is told by `random` and must not change with this.
  const name = kinds[Math.floor(createdAt.getTime() / 1000) % kinds.length] ?? '';
  const address = `192.168.${Math.floor(userId / 200) % 256}.${20 + (userId % 200)}`;
  return {
    uuid,
    userId,
    identifierHash,
    createdAt,
    approvedAt,
    name,
    address,
    code: newDeviceCode(),
  };
}

/** Everybody's machine, approved when they joined; some have a second one; those of `waiting` ask to be let in with another. */
export function planDevices(
  people: Person[],
  waiting: Person[],
  moments: Date[],
  random: Random,
): NewDeviceRow[] {
  const approved = people.flatMap((person) => {
    const later = random.chance(0.2) ? [random.pick(moments)] : [];
    return [person.createdAt, ...later].map((createdAt) =>
      planDevice(person.id, createdAt, new Date(createdAt.getTime() + HOUR_MS / 2)),
    );
  });
  const recent = moments.slice(-40);
  return [...approved, ...waiting.map(({ id }) => planDevice(id, random.pick(recent), null))];
}
