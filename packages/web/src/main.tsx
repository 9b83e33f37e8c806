import './shared/ui/fonts.css';
import './shared/ui/tokens.css';
import './shared/ui/reset.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Providers } from './app/providers.tsx';
import { router } from './app/router.tsx';
import { queryClient } from './shared/query-client.ts';
import { routePaths } from './shared/routes.ts';
import { onSessionEnd } from './shared/session.ts';

onSessionEnd(async () => {
  await router.navigate({ to: routePaths['auth.login'], replace: true });
  queryClient.clear();
});

const container = document.getElementById('root');
if (!container) throw new Error('index.html lacks #root');

createRoot(container).render(
  <StrictMode>
    <Providers>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
);
