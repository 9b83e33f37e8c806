import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the release that the test files of a run share. */
    releases: string;
  }
}

/** Vitest's global setup. */
export function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'web-chat-releases-'));
  project.provide('releases', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
