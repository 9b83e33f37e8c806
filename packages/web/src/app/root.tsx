import { Outlet } from '@tanstack/react-router';
import { NotificationBar } from '../features/notifications/components/notification-bar.tsx';

export function Root() {
  return (
    <>
      <Outlet />
      <NotificationBar />
    </>
  );
}
