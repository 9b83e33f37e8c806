import { onForget } from '../shared/forget-people.ts';
import { goTo } from '../shared/navigation.ts';
import { routePaths } from '../shared/routes.ts';
import { onSessionEnd, useSession } from '../shared/session.ts';
import { follow } from './follow.ts';

/** A session that ends leads to the login page; a role that changes is asked again whether it may be where it is. */
export function watchSession(): void {
  onSessionEnd(() => goTo(routePaths['auth.login'], { replace: true }));
  onForget((stays) => void forgetInDatabases(stays).catch(console.error));
  useSession.subscribe((now, before) => {
    if (now.user && before.user && now.user.role !== before.user.role) void follow();
  });
}

/** What lies in databases takes code that the sign-in page does without. */
async function forgetInDatabases(stays: string | null): Promise<void> {
  const { sweepAttachments } = await import('../features/chat/outbox/attachments.ts');
  sweepAttachments();
  const { forgetRecents } = await import('../features/chat/emojis/recents.ts');
  await forgetRecents(stays);
}
