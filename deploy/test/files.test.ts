import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { connect } from 'node:tls';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { longestUploadMs } from '../../packages/server/src/http/bodies.ts';
import { onPath } from '../../scripts/lib/find-program.mjs';
import { freePort } from '../../scripts/lib/free-port.mjs';
import { onRealClock } from '../../scripts/lib/moved-clock.mjs';
import { findRedis } from '../../scripts/lib/redis.mjs';
import { documents } from '../../scripts/lib/release.mjs';
import { inRepo } from '../../scripts/lib/root.mjs';
import { run } from '../../scripts/lib/run.mjs';

const read = (name: string) => readFileSync(inRepo('deploy', name), 'utf8');

const documentsOf = (name: string) =>
  parseAllDocuments(read(name)).map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS({ maxAliasCount: 10 });
  });

test('everything that a release is made of reaches the builder of the image, and no settings', () => {
  const lines = read('Dockerfile.dockerignore').split('\n');
  const sent = lines.flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []));
  const code = ['bin', 'deploy', 'lab/company', 'package-lock.json', 'packages', 'scripts'];
  expect(sent).toEqual(expect.arrayContaining([...code, ...documents]));
  const later = /^(CHANGELOG|THIRD-PARTY)\.md$/;
  for (const name of sent.filter((one) => !later.test(one))) {
    expect(existsSync(inRepo(name)), name).toBe(true);
  }
  expect(lines).toContain('**/.env');
});

test('the image holds a release alone, runs it as nobody in particular and asks for its health', () => {
  const last =
    read('Dockerfile')
      .split(/^FROM /m)
      .at(-1) ?? '';
  expect(last.match(/^COPY .*$/gm)).toEqual(['COPY --from=release /opt/web-chat /opt/web-chat']);
  expect(last).toMatch(/^USER node$/m);
  expect(last).toMatch(/^HEALTHCHECK [\s\S]*\/api\/health/m);
  expect(last).toMatch(/^CMD \["web-chat", "start"\]$/m);
});

const forms = ['compose.yaml', 'compose.cluster.yaml'];

test.each(forms)('%s takes every setting from .env, and runs by podman-compose too', (name) => {
  const { services } = parse(read(name), { merge: true });
  const processes = Object.keys(services).filter((service) => service.startsWith('chat'));
  for (const service of processes) {
    const { env_file, environment, healthcheck } = services[service];
    expect(env_file).toEqual(['.env']);
    // A setting that is no matter of the form is left to the file.
    const own = /^(PUBLIC_URL|ADMIN_PASSWORD|TRUST_PROXY|HOST|PORT|DATA_DIR|NODE_EXTRA_CA_CERTS)$/;
    const joined = /^((DATABASE|REDIS)_URL|AUDIT_KEY)$/;
    const given = Object.keys(environment).filter((one) => !own.test(one) && !joined.test(one));
    expect(given).toEqual([]);
    expect(environment).toMatchObject({ HOST: '0.0.0.0', PORT: '3000', DATA_DIR: '/data' });
    // The other form loses its quotes on its way through podman-compose.
    expect(healthcheck.test).toEqual(['CMD-SHELL', expect.stringContaining('/api/health')]);
  }
  const needed = read(name).match(/\$\{\w+[^}]*\}/g) ?? [];
  expect(needed.filter((one) => !/^\$\{\w+:\?.+\}$/.test(one))).toEqual([]);
  expect(read(name)).not.toMatch(/tmpfs:.*uid=/);
});

test.each(forms)('in %s what each container says is bounded', (name) => {
  const { services } = parse(read(name), { merge: true });
  for (const service of Object.keys(services)) {
    expect(services[service].logging, service).toEqual({
      driver: 'json-file',
      options: {
        'max-size': expect.stringMatching(/^\d+m$/),
        'max-file': expect.stringMatching(/^\d$/),
      },
    });
  }
});

test('no proxy writes a line for each request, nor for each that fails', () => {
  const nginx = read('nginx/chat.conf');
  expect(nginx.match(/^ *(access|error)_log .*$/gm)).toEqual([
    'access_log off;',
    expect.stringMatching(/ alert;$/),
  ]);
  const caddy = read('caddy/Caddyfile');
  expect(caddy.match(/^\s*log\b.*$/gm)).toEqual(['\tlog default {']);
  expect(caddy).toMatch(/^\t\texclude http\.log\.error http\.handlers\.reverse_proxy$/m);
});

test('the small form keeps everything in one volume, and only its proxy is reached from outside', () => {
  const { services, volumes } = parse(read('compose.yaml'));
  expect(services.chat).toMatchObject({
    volumes: ['data:/data'],
    environment: { TRUST_PROXY: '1' },
  });
  expect(services.chat.ports).toBeUndefined();
  expect(services.caddy.ports).toEqual(['80:80', '443:443']);
  expect(Object.keys(volumes)).toEqual(['data', 'caddy']);
});

test('the big form joins three processes by PostgreSQL, Valkey and one volume of files', () => {
  const { services } = parse(read('compose.cluster.yaml'), { merge: true });
  const processes = Object.keys(services).filter((name) => name.startsWith('chat-'));
  expect(services.caddy.environment.CHAT_PROCESSES).toBe(
    processes.map((name) => `${name}:3000`).join(' '),
  );
  for (const name of processes) {
    expect(services[name].environment).toMatchObject({
      AUDIT_KEY: expect.stringMatching(/^\$\{AUDIT_KEY:\?/),
      DATABASE_URL: expect.stringMatching(/@postgres:5432\//),
      REDIS_URL: expect.stringMatching(/^rediss:\/\/:.*@valkey:6379$/),
      NODE_EXTRA_CA_CERTS: '/tls/valkey.crt',
    });
    expect(services[name].volumes).toContain('data:/data');
  }
  const published = Object.keys(services).filter((name) => services[name].ports);
  expect(published).toEqual(['caddy']);
});

test('Valkey of the big form lets nobody in without its password, behind the certificate that is made for it', async () => {
  const { services } = parse(read('compose.cluster.yaml'));
  const folder = mkdtempSync(join(tmpdir(), 'web-chat-valkey-'));
  const here = (text: string) => text.replaceAll('/tls/', `${folder}/`);
  const made = await run('sh', [
    '-ec',
    here(services.certificate.command[0]).replace(/^chown.*$/m, ''),
  ]);
  expect(made).toMatchObject({ code: 0 });
  const port = await freePort();
  const [, ...settings]: string[] = services.valkey.command;
  const args = settings.map((setting) =>
    here(setting)
      .replace(/^6379$/, `${port}`)
      .replace(/^\$\{.*\}$/, 'secreta'),
  );
  const valkey = spawn(findRedis(), args, { env: onRealClock() });
  try {
    for await (const said of valkey.stdout) if (/ready to accept/i.test(`${said}`)) break;
    const ca = readFileSync(join(folder, 'valkey.crt'));
    const line = connect({ port, ca, host: '127.0.0.1', servername: 'valkey' });
    line.end('PING\r\nAUTH secreta\r\nPING\r\n');
    expect(await text(line)).toMatch(/^-NOAUTH.*\r\n\+OK\r\n\+PONG\r\n$/);
  } finally {
    valkey.kill();
    rmSync(folder, { recursive: true });
  }
});

test('the Kubernetes manifests belong together', () => {
  const all = documentsOf('kubernetes/chat.yaml');
  const [deployment, service, , , , budget, scaler] = all;
  expect(all.map(({ kind }) => kind)).toEqual([
    'Deployment',
    'Service',
    'Gateway',
    'HTTPRoute',
    'HTTPRoute',
    'PodDisruptionBudget',
    'HorizontalPodAutoscaler',
  ]);
  const { labels } = deployment.spec.template.metadata;
  const [container] = deployment.spec.template.spec.containers;
  expect(deployment.spec.selector.matchLabels).toEqual(labels);
  expect(service.spec.selector).toEqual(labels);
  expect(budget.spec.selector.matchLabels).toEqual(labels);
  expect(scaler.spec.scaleTargetRef.name).toBe(deployment.metadata.name);
  for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe']) {
    expect(container).toHaveProperty(probe);
  }
  const [secret] = documentsOf('kubernetes/secret.yaml');
  expect(container.envFrom).toEqual([{ secretRef: { name: secret.metadata.name } }]);
  expect(secret.stringData.REDIS_URL).toMatch(/^rediss:\/\/\w+:\w+@/);
  expect(Object.keys(secret.stringData)).toEqual(
    expect.arrayContaining(['DATABASE_URL', 'REDIS_URL', 'S3_URL', 'AUDIT_KEY']),
  );
  expect(secret.stringData.AUDIT_KEY.length).toBeGreaterThanOrEqual(32);
});

test('the gateway keeps a socket at its process, cuts no upload short, and sends what is in the clear on', () => {
  const [, service, gateway, route, clear] = documentsOf('kubernetes/chat.yaml');
  const listeners = gateway.spec.listeners.map(({ name }: { name: string }) => name);
  expect(listeners).toEqual(['https', 'http']);
  expect(gateway.spec.listeners[0].tls.certificateRefs).toEqual([{ name: 'web-chat-tls' }]);
  const parentOf = (name: string) => [{ name: gateway.metadata.name, sectionName: name }];
  expect(route.spec.parentRefs).toEqual(parentOf('https'));
  const [{ backendRefs, timeouts, sessionPersistence }] = route.spec.rules;
  const [{ port }] = service.spec.ports;
  expect(backendRefs).toEqual([{ name: service.metadata.name, port }]);
  expect(timeouts).toEqual({ request: '0s' });
  expect(sessionPersistence).toMatchObject({ sessionName: 'chat_way', type: 'Cookie' });
  expect(clear.spec.parentRefs).toEqual(parentOf('http'));
  expect(clear.spec.rules[0].filters).toEqual([
    { type: 'RequestRedirect', requestRedirect: { scheme: 'https', statusCode: 301 } },
  ]);
});

test('every proxy lets through a little more than the largest attachment', () => {
  const example = (name: string, before: string) =>
    Number(new RegExp(`${before}(\\d+)`).exec(read(name))?.[1]);
  const sizes = [
    example('nginx/chat.conf', 'client_max_body_size '),
    example('caddy/Caddyfile', 'max_size '),
    example('caddy/Caddyfile', 'Length}\\) > ') / 2 ** 20,
  ];
  expect(sizes).toEqual([26, 26, 26]);
});

test('every proxy limits what one address holds, and none cuts an upload short', () => {
  const nginx = read('nginx/chat.conf');
  expect(nginx).toMatch(/^ +limit_conn chat_address \d+;$/m);
  for (const limit of [
    'client_header_timeout +10s',
    'client_body_timeout +10s',
    'send_timeout +30s',
  ]) {
    expect(nginx).toMatch(new RegExp(`^ +${limit};$`, 'm'));
  }
  const minutes = Number(/^\s+read_body (\d+)m$/m.exec(read('caddy/Caddyfile'))?.[1]);
  expect(minutes * 60_000).toBeGreaterThan(longestUploadMs(25 * 2 ** 20));
});

test('systemd takes the unit, whose user is its own and which never gives up', async () => {
  const unit = read('systemd/web-chat.service').split('\n');
  for (const line of [
    'User=web-chat',
    'ProtectSystem=strict',
    'Restart=on-failure',
    'StartLimitIntervalSec=0',
    'ExecStart=/opt/web-chat/bin/web-chat start',
  ]) {
    expect(unit).toContain(line);
  }
  expect(read('systemd/web-chat.sysusers.conf')).toMatch(/^u web-chat - .* \/var\/lib\/web-chat$/m);
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit.join('\n'))?.[1])).toBeGreaterThan(10);
  const systemd = onPath(['systemd-analyze']);
  if (!systemd) return;
  const file = inRepo('deploy/systemd/web-chat.service');
  const { output } = await run(systemd, ['verify', '--man=no', file]);
  // Where Node lies elsewhere, only that is missed.
  expect(output.split('\n').filter((line: string) => /web-chat\.service:\d+:/.test(line))).toEqual(
    [],
  );
});
