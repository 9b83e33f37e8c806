import './shared/zod-config.ts';
import './shared/ui/fonts.css';
import './shared/ui/tokens.css';
import './shared/ui/reset.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { preloadPage } from './app/preload-page.ts';
import { Providers } from './app/providers.tsx';
import { router } from './app/router.tsx';
import { keepAboveKeyboard } from './app/visible-height.ts';
import { watchSession } from './app/watch-session.ts';
import { keepBrowserPainted } from './shared/theme-color.ts';

watchSession();
preloadPage();
keepBrowserPainted();
keepAboveKeyboard();

const container = document.getElementById('root');
if (!container) throw new Error('index.html lacks #root');

createRoot(container).render(
  <StrictMode>
    <Providers>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
);
