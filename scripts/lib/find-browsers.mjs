import { isProgram, onPath, versionsIn } from './find-program.mjs';

/** The program; throws how to get it where there is none. */
export function findFirefox() {
  const program = onPath(['firefox-esr', 'firefox']);
  if (!program) throw new Error('There is no Firefox on PATH: apt-get install firefox-esr');
  return program;
}

/** What drives WebKit, what shows it and the display it is shown on; throws how to get what is missing. */
export function findWebKit() {
  const driver = onPath(['WebKitWebDriver']);
  const display = onPath(['Xvfb']);
  const browser = folders.map((folder) => `${folder}/MiniBrowser`).find(isProgram);
  if (driver && display && browser) return { driver, display, browser };
  throw new Error(
    'There is no WebKit with its driver here: apt-get install webkit2gtk-driver xvfb',
  );
}

// Each architecture of Debian has a folder of its own, and each version of the library one in there.
const folders = versionsIn('/usr/lib', '')
  .concat('/usr/libexec')
  .flatMap((folder) => versionsIn(folder, ''))
  .filter((folder) => /\/webkit2?gtk-[\d.]+\/?$/.test(folder));
