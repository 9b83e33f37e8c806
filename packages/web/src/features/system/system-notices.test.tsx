import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { serve, show } from '../../test/show.tsx';
import { SystemNotices } from './system-notices.tsx';

afterEach(cleanup);

it('administrators are told what the installation holds back, since when, and what to do', async () => {
  const held = {
    kind: 'RETENTION_HELD_BY_LIMIT',
    since: '2026-11-21T10:00:00.000Z',
    messages: 1,
    isMore: false,
  };
  serve({ 'GET /admin/notices': [held] });
  show(<SystemNotices />);
  const notice = await screen.findByRole('status');
  expect(notice.textContent).toMatch(/Hay más mensajes por eliminar.*desde .*2026.*1 mensaje/);
  expect(notice.textContent).toContain('web-chat admin retention run');
});
