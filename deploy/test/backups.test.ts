import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Application } from '../../lab/machines/application.ts';
import { freePort } from '../../scripts/lib/free-port.mjs';
import {
  commandsBelow,
  lastFileOn,
  Machine,
  sendFileOn,
  testWith,
  whileServing,
} from './operators-guide.ts';

const PATIENTLY = { timeout: 180_000 };
const machine = new Machine();
afterAll(() => machine.remove());

const WHOLE = /Copia completa y sin daños/;

describe('the commands of the guide, as they are written, under a server that runs', () => {
  const dataDir = join(machine.folder, 'data');
  const settings = { DATA_DIR: dataDir };
  let server: Application;
  beforeAll(async () => {
    const port = await freePort();
    writeFileSync(join(machine.folder, 'etc/web-chat.restic'), 'una clave\n');
    server = new Application({ dataDir, settings: { PORT: `${port}` } });
    await server.start();
    await sendFileOn(port, 'informe.bin');
  }, PATIENTLY.timeout);
  afterAll(() => server.stop());

  test('back up to a folder, a file and standard output, and verify', PATIENTLY, async () => {
    const [commands = ''] = commandsBelow('Backup');
    expect(await machine.carryOut(commands, settings)).toMatch(WHOLE);
    const names = readdirSync(join(machine.folder, 'mnt/nas')).sort();
    expect(names).toEqual(expect.arrayContaining(['a.tar', 'b.tar']));
    expect(names.filter((name) => /^web-chat-\d.*\.tar$/.test(name))).toHaveLength(2);
    expect(await machine.carryOut('web-chat backup verify /mnt/nas/b.tar', settings)).toMatch(
      WHOLE,
    );
  });

  test('run each night, and say nothing where all is well', PATIENTLY, async () => {
    const [table = ''] = commandsBelow('Each night', 'cron');
    const [, command = ''] = /^15 2 \* \* \* ([^%\n]+)$/m.exec(table) ?? [];
    expect(command).toContain('--keep');
    expect(await machine.carryOut(command, settings)).toBe('');
    const failing = machine.here(command).replace('/nas/', '/none/');
    await expect(machine.carryOut(failing, settings)).rejects.toThrow('No existe la carpeta');
  });

  testWith('age', 'age-keygen')('encrypt with age', PATIENTLY, async () => {
    const [key = '', commands = ''] = commandsBelow('Encrypted');
    await machine.carryOut(key, settings);
    expect(await machine.carryOut(commands, settings)).toMatch(WHOLE);
  });

  testWith('gpg')('encrypt with GnuPG', PATIENTLY, async () => {
    const [, , commands = ''] = commandsBelow('Encrypted');
    expect(await machine.carryOut(commands, settings)).toMatch(WHOLE);
  });

  testWith('restic')('go off-site with restic', PATIENTLY, async () => {
    const [commands = ''] = commandsBelow('Off-site');
    expect(await machine.carryOut(commands, settings)).toMatch(WHOLE);
  });

  testWith('rclone', 'age')('go off-site with rclone', PATIENTLY, async () => {
    const [, commands = ''] = commandsBelow('Off-site');
    const offsite = {
      RCLONE_CONFIG_OFFSITE_TYPE: 'alias',
      RCLONE_CONFIG_OFFSITE_REMOTE: join(machine.folder, 'mnt/offsite'),
    };
    expect(await machine.carryOut(commands, { ...settings, ...offsite })).toMatch(WHOLE);
    expect(readdirSync(join(machine.folder, 'mnt/offsite/nas')).length).toBeGreaterThan(0);
  });

  testWith('age')('are restored from a file and from standard input', PATIENTLY, async () => {
    const restored = { DATA_DIR: join(machine.folder, 'restored') };
    for (const commands of commandsBelow('Restore')) {
      expect(await machine.carryOut(commands, restored)).toContain('Copia restaurada');
    }
    expect(await whileServing(restored.DATA_DIR, {}, lastFileOn)).toBe('informe.bin');
  });

  test('are practised beside the installation', PATIENTLY, async () => {
    const [commands = ''] = commandsBelow('Practise it');
    const wrong = { ...settings, DATABASE_URL: 'postgres://nadie@127.0.0.1:1/nada' };
    expect(await machine.carryOut(commands, wrong)).toContain('Copia restaurada');
    expect(await whileServing(join(machine.folder, 'tmp/practice'), {}, lastFileOn)).toBe(
      'informe.bin',
    );
  });
});
