import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, type Mock, vi } from 'vitest';

interface FakeNotification {
  permission: NotificationPermission;
  requestPermission: Mock<() => Promise<NotificationPermission>>;
}

/** A browser whose answers and permission the test sets. */
const FakeNotification: FakeNotification = {
  permission: 'default',
  requestPermission: vi.fn<() => Promise<NotificationPermission>>(),
};

/** The page's start, with a request for permission at once, as in browsers that need no gesture. */
async function start() {
  vi.resetModules();
  const { PermissionOffer } = await import('./permission-offer.tsx');
  const permission = await import('./permission-offer.tsx');
  render(<PermissionOffer />);
  await act(permission.askPermission);
  return permission;
}

const allow = () => screen.queryByRole('button', { name: 'Activar notificaciones' });

beforeEach(() => {
  localStorage.clear();
  FakeNotification.permission = 'default';
  vi.stubGlobal('Notification', FakeNotification);
});
afterEach(cleanup);

describe('the offer of notifications', () => {
  it('stands where the browser said no without having decided anything, and its button asks again', async () => {
    FakeNotification.requestPermission.mockResolvedValue('denied');
    await start();
    expect(allow()).not.toBeNull();
    FakeNotification.requestPermission.mockImplementation(async () => {
      FakeNotification.permission = 'granted';
      return 'granted';
    });
    await userEvent.click(screen.getByRole('button', { name: 'Activar notificaciones' }));
    expect(allow()).toBeNull();
  });

  it('is not made to somebody who has decided, either way', async () => {
    for (const permission of ['granted', 'denied'] as const) {
      FakeNotification.permission = permission;
      FakeNotification.requestPermission.mockClear();
      await start();
      expect(allow()).toBeNull();
      expect(FakeNotification.requestPermission).not.toHaveBeenCalled();
      cleanup();
    }
  });

  it('tells who wants notifications in spite of a refusal how to undo it', async () => {
    FakeNotification.permission = 'denied';
    const { switchOn } = await start();
    expect(screen.queryByText(/ajustes del sitio/)).toBeNull();
    await act(switchOn);
    expect(screen.getByText(/ajustes del sitio/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Cerrar' }));
    expect(screen.queryByText(/ajustes del sitio/)).toBeNull();
  });
});
