import { expect, test } from 'vitest';
import { refusesWrites } from './redis-away.ts';

test.each([
  "READONLY You can't write against a read only replica. script: 1f, on @user_script:3.",
  "ERR Error running script (call to f_1f): @user_script:3: @user_script: 3: -READONLY You can't write",
  'MISCONF Redis is configured to save RDB snapshots, but it is currently unable to persist on disk.',
  "OOM command not allowed when used memory > 'maxmemory'.",
  'NOAUTH Authentication required.',
  "MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'.",
  'NOREPLICAS Not enough good replicas to write.',
  'LOADING Redis is loading the dataset in memory',
])('%s is a write that Redis refuses', (words) => {
  expect(refusesWrites(new Error(words))).toBe(true);
});

test.each([
  'NOSCRIPT No matching script. Please use EVAL.',
  'WRONGTYPE Operation against a key holding the wrong kind of value',
  "ERR unknown command 'ROOM'",
])('%s is none', (words) => {
  expect(refusesWrites(new Error(words))).toBe(false);
});
