import type { ImportRow } from '@chat/contract/users';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ImportPreview } from './import-preview.tsx';

const rows = Array.from(
  { length: 10_000 },
  (_, place): ImportRow => ({
    row: place + 2,
    email: `p${place}@empresa.local`,
    action: 'create',
    errors: {},
  }),
);

beforeEach(() => {
  // The dialog has room for ten rows.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(570);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(57);
});
afterEach(cleanup);

it('draws of ten thousand rows those near the screen, down to the last', () => {
  render(
    <main style={{ overflowY: 'auto' }}>
      <ImportPreview rows={rows} canInvite={false} isInviting={false} onInvite={() => {}} />
    </main>,
  );
  const drawn = () => [...document.querySelectorAll('tbody tr[aria-rowindex]')];
  expect(drawn().length).toBeLessThan(40);
  expect(screen.getByText(/10\.000 nuevas/)).toBeTruthy();
  const main = screen.getByRole('main');
  main.scrollTop = 10_000 * 57;
  fireEvent.scroll(main);
  expect(drawn().at(-1)?.textContent).toContain('p9999');
  expect(drawn().length).toBeLessThan(40);
});
