import { defineConfig } from '@playwright/test';
import type { EngineOption } from './e2e/support/test.ts';
import { findTestBrowser } from './scripts/lib/browser.mjs';
import { onRealClock } from './scripts/lib/moved-clock.mjs';

const withoutFeatures = [
  // Hidden pages of the address bar, which every new window loads: a second of work for nothing.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  // Chromium takes the last list alone, so what Playwright leaves out by itself stands here too.
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  // A process in reserve at every new page: 40 processes for 20 pages.
  'SpareRendererForSitePerProcess',
];

export default defineConfig<object, EngineOption>({
  testDir: 'e2e',
  globalSetup: './e2e/support/global-setup.ts',
  outputDir: 'test-results/e2e',
  workers: 2,
  // For a machine that does other things besides; what is quick is measured elsewhere.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  reporter: 'list',
  projects: [
    { name: 'chromium' },
    { name: 'firefox', testMatch: 'browsers/*.spec.ts', use: { engine: 'firefox' } },
    { name: 'webkit', testMatch: 'browsers/*.spec.ts', use: { engine: 'webkit' } },
  ],
  use: {
    headless: true,
    locale: 'es-ES',
    timezoneId: 'Europe/Madrid',
    viewport: { width: 1280, height: 800 },
    // A test cannot hold back the fetches of a service worker; the test of the installed application lets it in.
    serviceWorkers: 'block',
    trace: 'off',
    screenshot: 'only-on-failure',
    // Nobody measures a transition half-way, and drawing it takes time.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: await findTestBrowser(),
      env: onRealClock(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-gpu-compositing',
        '--disable-gpu-rasterization',
        '--disable-software-rasterizer',
        `--disable-features=${withoutFeatures}`,
        // A microphone that beeps, which nobody is asked about. All tests have the microphone: other arguments mean
        // another browser.
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
      ],
    },
  },
});
