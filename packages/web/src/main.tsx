import './shared/ui/fonts.css';
import './shared/ui/tokens.css';
import './shared/ui/reset.css';
import './shared/ui/print.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { followClicks } from './app/clicked-notices.ts';
import { watchSession } from './app/follow.ts';
import { openPage } from './app/open-page.ts';
import { surviveTranslation } from './app/survive-translation.ts';
import { followVisibleHeight } from './app/visible-height.ts';
import { followLayers } from './shared/layers.ts';
import { paintBrowserBars } from './shared/theme.ts';

const container = document.getElementById('root');
if (!container) throw new Error('index.html lacks #root');
const root = createRoot(container);

surviveTranslation();
followLayers();
watchSession();
// Not awaited: the files that come with the page's code would wait for this one, and it for them.
const isReady = openPage();
followClicks();
void isReady.then(() =>
  root.render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
);
paintBrowserBars();
followVisibleHeight();
