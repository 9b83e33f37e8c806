import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { loadEnvironment, readConfig } from './env.ts';

afterEach(() => vi.unstubAllEnvs());

describe('.env', () => {
  const inFile = (text: string) => {
    const folder = mkdtempSync(join(tmpdir(), 'env-'));
    const file = join(folder, '.env');
    writeFileSync(file, text);
    const environment = loadEnvironment(file);
    rmSync(folder, { recursive: true });
    return environment;
  };

  test('is read where there is one', () => {
    expect(readConfig(inFile('# where\nPORT=4000\nEMAIL_DOMAIN="acme.es"\n'))).toMatchObject({
      port: 4000,
      emailDomain: 'acme.es',
    });
  });

  test('the environment wins over it', () => {
    vi.stubEnv('PORT', '5000');
    expect(readConfig(inFile('PORT=4000'))).toMatchObject({ port: 5000 });
  });

  test('may be missing', () => {
    expect(loadEnvironment('/nowhere/.env')).toBe(process.env);
  });

  test('the file that SETTINGS_FILE names is read in its place, and must be there', () => {
    const folder = mkdtempSync(join(tmpdir(), 'env-'));
    const file = join(folder, 'chat.env');
    writeFileSync(file, 'PORT=4100');
    vi.stubEnv('SETTINGS_FILE', file);
    expect(readConfig(loadEnvironment())).toMatchObject({ port: 4100 });
    rmSync(folder, { recursive: true });
    expect(() => loadEnvironment()).toThrow(`No se puede leer ${file}.`);
  });

  test('one that cannot be read is named', () => {
    expect(() => loadEnvironment(tmpdir())).toThrow(`No se puede leer ${tmpdir()}.`);
  });
});
