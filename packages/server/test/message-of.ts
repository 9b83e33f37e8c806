import { ConfigError, readConfig } from '../src/config/env.ts';

/** The line in which a start with these settings says why it stops. */
export function messageOf(env: Record<string, string>): string {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error(`${JSON.stringify(env)} was taken`);
}
