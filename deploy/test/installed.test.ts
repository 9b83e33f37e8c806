import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { inRepo } from '../../scripts/lib/root.mjs';
import { blocksOf, cronOf } from './documented.ts';
import { preparePodman } from './podman.ts';
import { bootMachine } from './systemd-machine.ts';
import { administrator, type Unpacked, unpackRelease } from './unpacked.ts';

const LONG = 300_000;
// The status of a sign-in, asked for by a program inside.
const signInInside = `
  const body = JSON.stringify({ ...${JSON.stringify(administrator)}, deviceId: "equipo-de-prueba" });
  const headers = { "content-type": "application/json" };
  fetch("http://127.0.0.1:3000/api/auth/login", { method: "POST", headers, body })
    .then(({ status }) => console.log(status), ({ cause }) => console.log(cause.code))
`;

const healthCheck = (file: string, service: string): string => {
  const text = readFileSync(inRepo('deploy', file), 'utf8');
  const { services } = parse(text, { merge: true });
  return services[service].healthcheck.test[1];
};

let release: Unpacked;

beforeAll(async () => {
  release = await unpackRelease();
}, LONG);
afterAll(() => release.remove());

test('under systemd: installed, backed up, restored and upgraded as docs/operations.md says', {
  timeout: LONG,
}, async () => {
  const machine = await bootMachine(release.folder);
  if (!machine) return console.log('skipped: systemd-nspawn boots nothing here, or nobody is root');
  const does = async (script: string) => {
    const { code, output } = await machine.shell(script);
    expect(output, script).toSatisfy(() => code === 0);
    return output;
  };
  const signsIn = async () => {
    const { output } = await machine.shell(`node -e '${signInInside}'`);
    return output.trim();
  };
  try {
    const [install = '', begin = ''] = blocksOf('### A service');
    await does(install);
    const { email, password } = administrator;
    await does(
      `printf 'ADMIN_EMAIL=${email}\\nADMIN_PASSWORD=${password}\\n' >> /etc/web-chat.env`,
    );
    await does(begin);
    await expect.poll(signsIn, { timeout: 120_000, interval: 500 }).toBe('200');
    expect(await does('systemctl show web-chat -p StartLimitIntervalUSec -p User')).toBe(
      'User=web-chat\nStartLimitIntervalUSec=0\n',
    );

    // A folder that root alone may enter.
    await does('mkdir -m 700 nas');
    const [commands = ''] = blocksOf('## Backup');
    await does(commands.replaceAll('/mnt/nas/a.tar', '/mnt/nas/kept.tar'));
    await does('runuser -u web-chat -- web-chat backup --to /var/lib/web-chat/own.tar');
    const { path, command } = cronOf('### Each night');
    await does(`env -i PATH=${path} HOME=/root sh -c '${command}'`);

    await does('systemctl stop web-chat');
    await does('web-chat restore /mnt/nas/kept.tar --replace');
    await does('systemctl start web-chat');
    await expect.poll(signsIn, { timeout: 120_000, interval: 500 }).toBe('200');
    const [upgrade = ''] = blocksOf('## Upgrade');
    await does(upgrade);
    await expect.poll(signsIn, { timeout: 120_000, interval: 500 }).toBe('200');
  } finally {
    await machine.stop();
  }
});

test('in a container: started, asked for its health, backed up', { timeout: LONG }, async () => {
  const files = readdirSync(release.program, { recursive: true, encoding: 'utf8' });
  const natives = files.filter((name) => /\.(node|so[.\d]*)$/.test(name));
  const prepared = await preparePodman(natives.map((name) => join(release.program, name)));
  if (!prepared) return console.log('skipped: podman and runc run no containers here');
  const { podman, remove } = prepared;
  const does = async (...args: string[]) => {
    const { code, output } = await podman(...args);
    expect(output, args.join(' ')).toSatisfy(() => code === 0);
    return output;
  };
  try {
    const dockerfile = join(release.program, 'deploy/Dockerfile');
    await does('build', '--network=none', '-f', dockerfile, '-t', 'web-chat', release.program);
    const { email, password } = administrator;
    const settings = [`ADMIN_EMAIL=${email}`, `ADMIN_PASSWORD=${password}`];
    const closed = ['--read-only', '--tmpfs=/tmp', '--cap-drop=ALL', '--network=none'];
    const memory = ['--memory=512m', '--memory-swap=512m'];
    const start = ['run', '--detach', '--name=chat', ...closed, ...memory];
    await does(...start, ...settings.flatMap((one) => ['--env', one]), 'localhost/web-chat');
    const inside = (...args: string[]) => podman('exec', 'chat', ...args);
    const signsIn = async () => (await inside('node', '-e', signInInside)).output.trim();
    await expect.poll(signsIn, { timeout: 120_000, interval: 500 }).toBe('200');
    // As Compose asks for it: an image in this format carries no health check.
    const command = healthCheck('compose.yaml', 'chat');
    expect(await inside('sh', '-c', command)).toMatchObject({ code: 0 });
    expect(healthCheck('compose.cluster.yaml', 'chat-1')).toBe(command);
    expect(await inside('web-chat', 'backup')).toMatchObject({ code: 0 });
    expect(await inside('web-chat', 'admin', 'devices')).toMatchObject({ code: 0 });
    // Root without any right there is nobody.
    const asRoot = await podman('exec', '--user=root', 'chat', 'web-chat', 'backup');
    expect(asRoot.output).toMatch(/^Los datos son del usuario 1000, .*\n$/);
    const began = performance.now();
    await does('restart', 'chat');
    await expect.poll(signsIn, { timeout: 120_000, interval: 100 }).toBe('200');
    console.log(`restarted within ${((performance.now() - began) / 1_000).toFixed(1)} s`);
  } finally {
    await remove();
  }
});
