import { Compass } from 'lucide-react';
import { Activity, Component, type ReactNode, useState } from 'react';
import { reloadPage } from '../shared/reload-page.ts';
import { isPublic, routeAt, routePaths } from '../shared/routes.ts';
import { useSession } from '../shared/session.ts';
import { NotificationBar } from '../shared/toast/notification-bar.tsx';
import { Spinner } from '../shared/ui/button.tsx';
import linkStyles from '../shared/ui/link.module.css';
import { PageLink } from '../shared/ui/page-link.tsx';
import { EmptyState, FailureState } from '../shared/ui/placeholders.tsx';
import { uiTexts } from '../shared/ui/ui.texts.ts';
import styles from './app.module.css';
import { useShown } from './follow.ts';
import { layout, pages, restrictedPage } from './pages.ts';

const { page: texts } = uiTexts;

export function App() {
  const { path } = useShown();
  return (
    <>
      <Boundary path={path}>
        <Shown path={path} />
      </Boundary>
      <NotificationBar />
    </>
  );
}

function Shown({ path }: { path: string | null }) {
  const { isLate, hasFailed, isRestricted } = useShown();
  const hasUser = useSession(({ user }) => user !== null);
  const route = path && routeAt(path);
  const content = <Content path={path} />;
  if (path === null || (route && isPublic(route) && !isRestricted)) return content;
  if (!route) return <NotFound />;
  // When a session has ended, nothing is kept once its page is left.
  if (!hasUser || !(isRestricted || layout.get())) return (isLate || hasFailed) && content;
  return <OwnPage isRestricted={isRestricted}>{content}</OwnPage>;
}

/**
 * A page of a signed-in user, within the layout. While the session is restricted it stays out of sight as it is, with
 * what was typed and chosen in its dialogs, and does nothing (rules/account 12).
 */
function OwnPage({ isRestricted, children }: { isRestricted: boolean; children: ReactNode }) {
  const [wasShown, setShown] = useState(!isRestricted);
  if (!isRestricted && !wasShown) setShown(true);
  const [Layout, Restricted] = [layout.get(), restrictedPage.get()];
  return (
    <>
      {isRestricted && (Restricted ? <Restricted /> : children)}
      {Layout && wasShown && (
        <Activity mode={isRestricted ? 'hidden' : 'visible'}>
          <Layout>{children}</Layout>
        </Activity>
      )}
    </>
  );
}

/** The page itself, within the layout where there is one. */
function Content({ path }: { path: string | null }) {
  const { isLate, hasFailed } = useShown();
  if (hasFailed) return <PageFailure />;
  const route = path && routeAt(path);
  const Page = route && pages[route].get();
  if (!Page || isLate) return <PagePending />;
  return (
    <Boundary path={path}>
      <Page path={path} />
    </Boundary>
  );
}

interface BoundaryProps {
  path: string | null;
  children: ReactNode;
}

/** An error during drawing is a failure of that page alone; the next page is tried again. */
class Boundary extends Component<BoundaryProps, { path: string | null; isBroken: boolean }> {
  override state = { path: this.props.path, isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  static getDerivedStateFromProps({ path }: BoundaryProps, state: { path: string | null }) {
    return path === state.path ? null : { path, isBroken: false };
  }

  override render() {
    return this.state.isBroken ? <PageFailure /> : this.props.children;
  }
}

/** For unknown paths, signed in or not; home is wherever the guard leads from the empty path. */
function NotFound() {
  return (
    <main className={styles.whole}>
      <EmptyState
        icon={Compass}
        title={<h1>{texts.notFound}</h1>}
        action={
          <PageLink to={routePaths['auth.login']} className={linkStyles.button}>
            {texts.goHome}
          </PageLink>
        }
      >
        {texts.notFoundHint}
      </EmptyState>
    </main>
  );
}

/** A page that broke or could not be fetched; a reload also brings the files of a newer version. */
function PageFailure() {
  return (
    <div className={styles.whole}>
      <FailureState title={texts.failed} onRetry={() => void reloadPage()} />
    </div>
  );
}

function PagePending() {
  return (
    <div className={styles.whole} aria-busy="true">
      <span className="visually-hidden">{uiTexts.loading}</span>
      <Spinner size={28} />
    </div>
  );
}
