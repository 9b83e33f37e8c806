import { Compass } from 'lucide-react';
import { routePaths } from '../shared/routes.ts';
import { EmptyState } from '../shared/ui/empty-state.tsx';
import linkStyles from '../shared/ui/link.module.css';
import { PageLink } from '../shared/ui/page-link.tsx';
import { appTexts } from './app.texts.ts';
import styles from './page-states.module.css';

/** For unknown paths, signed in or not; home is wherever the guard leads from the empty path. */
export function NotFound() {
  return (
    <main className={styles.whole}>
      <EmptyState
        icon={Compass}
        title={<h1>{appTexts.notFound}</h1>}
        action={
          <PageLink to={routePaths['auth.login']} className={linkStyles.button}>
            {appTexts.goHome}
          </PageLink>
        }
      >
        {appTexts.notFoundHint}
      </EmptyState>
    </main>
  );
}
