import { messageErrors } from '@chat/contract/checks';
import { describe, expect, it } from 'vitest';
import { fileProblem } from './send-file-dialog.tsx';

const MAX = 25 * 2 ** 20;

describe('fileProblem', () => {
  it('finds none in a file up to the limit, the limit included', () => {
    expect(fileProblem({ size: 1 }, MAX)).toBeUndefined();
    expect(fileProblem({ size: MAX }, MAX)).toBeUndefined();
  });

  it('names the limit to who is above it', () => {
    expect(fileProblem({ size: MAX + 1 }, MAX)).toBe('El archivo supera el tamaño máximo de 25 MB');
  });

  it('leaves the size to the server while the limit is not known', () => {
    expect(fileProblem({ size: MAX + 1 }, undefined)).toBeUndefined();
  });

  it('refuses an empty file', () => {
    expect(fileProblem({ size: 0 }, undefined)).toBe(messageErrors.emptyFile);
  });
});
