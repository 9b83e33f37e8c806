import Bowser from 'bowser';
import { devicesTexts } from './devices.texts.ts';

const MAX_PARSED = 300;
// A caller may write anything: only names that the library knows are shown, so that no device is called 'Approved'.
const browsers = new Set<string>(Object.values(Bowser.BROWSER_MAP));
const systems = new Set<string>(Object.values(Bowser.OS_MAP));

/** Browser and system by the user-agent header, as far as they are known: 'Firefox en Windows'. */
export function deviceNameOf(userAgent: string | undefined): string | null {
  if (!userAgent) return null;
  const parser = Bowser.getParser(userAgent.slice(0, MAX_PARSED));
  const browser = parser.getBrowserName();
  const system = parser.getOSName();
  const hasSystem = systems.has(system);
  if (!browsers.has(browser)) return hasSystem ? system : null;
  return hasSystem ? devicesTexts.name(browser, system) : browser;
}
