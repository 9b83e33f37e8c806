import { type ChatSocket, onRegistered } from '../../shared/socket.ts';

/** After so long without any input nobody sits before the page any more, ms (rules/push-page 5). */
export const IDLE_MS = 5 * 60_000;
const INPUTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'scroll'];

/** Says to the server whether somebody can see this page: who sees it gets no pushes. */
export function registerVisibility(socket: ChatSocket): void {
  let inputAt = performance.now();
  // The server takes a page that has just registered for a visible one.
  let emitted = true;
  let waking: number | undefined;

  const idleFor = () => performance.now() - inputAt;
  const isVisible = () => document.visibilityState === 'visible' && idleFor() < IDLE_MS;

  function emitChange(): void {
    const visible = isVisible();
    if (visible === emitted || !socket.connected) return;
    emitted = visible;
    socket.emit('visibility', { visible });
  }

  function lookWhenIdle(): void {
    window.clearTimeout(waking);
    const rest = IDLE_MS - idleFor();
    if (rest > 0) waking = window.setTimeout(lookWhenIdle, rest);
    emitChange();
  }

  function noteInput(): void {
    const wasIdle = idleFor() >= IDLE_MS;
    inputAt = performance.now();
    if (wasIdle) lookWhenIdle();
  }

  for (const input of INPUTS) {
    window.addEventListener(input, noteInput, { capture: true, passive: true });
  }
  // Coming back to the page is an input.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') noteInput();
    emitChange();
  });
  onRegistered(() => {
    emitted = true;
    emitChange();
  });
  lookWhenIdle();
}
