import { afterEach, expect, test, vi } from 'vitest';
import { rememberEntry } from './selected-entry.ts';
import { changeTheme, useTheme } from './theme.ts';

afterEach(() => vi.restoreAllMocks());

test('a browser that can keep nothing more still opens chats and changes its theme', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  rememberEntry({ uuid: 'ana', chatType: 'DIRECT' });
  changeTheme();
  expect(useTheme.getState().theme).toBe('light');
  expect(warn).toHaveBeenCalled();
});
