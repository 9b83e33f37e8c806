import { Outlet } from '@tanstack/react-router';
import { NotificationBar } from '../shared/toast/notification-bar.tsx';

export function Root() {
  return (
    <>
      <Outlet />
      <NotificationBar />
    </>
  );
}
