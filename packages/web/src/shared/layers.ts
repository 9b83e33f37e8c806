import { useEffect, useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';

/** Closes what lies over the page; false when that stays, because it is busy or asks first. */
type Close = () => unknown;

/**
 * The layers over the page, the topmost last. Each has a step of the browser's history of its own: going back closes
 * the topmost and stays on the page. A step says how many layers there are; closing a layer otherwise takes its step
 * away (rules/look 27).
 */
const layers: { close: Close }[] = [];

/** Longer than any browser needs for a step that there is, ms. */
const STEP_TIMEOUT_MS = 1_000;
/** A step of ours that the browser has yet to take. */
let returning: ReturnType<typeof setTimeout> | null = null;
let waiting: (() => void)[] = [];
let isAsked = false;

/** The number of layers that the present step says. */
export const layersHere = (): number => window.history.state?.layers ?? 0;

/** Runs at once, or when the steps that are being taken away are gone: a new one would go with them. */
export function whenStill(run: () => void): void {
  if (returning === null) run();
  else waiting.push(run);
}

/** While it is open, the browser's way back closes it. */
export function useLayer(isOpen: boolean, close: Close): void {
  const latest = useRef(close);
  useLayoutEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    if (!isOpen) return;
    const layer = { close: () => latest.current() };
    layers.push(layer);
    settleSoon();
    return () => remove(layer);
  }, [isOpen]);
}

/** The way that waits until the layers over the page are closed, and how many there were when one asked to stay. */
let leaving: { go: () => void; count: number; isAsked: boolean } | null = null;

/** Closes what lies over the page, and goes on. Something half filled in asks first: if it stays, nobody goes anywhere. */
export function leaveLayers(go: () => void): void {
  // Each is closed before the next is asked, which nothing can do while it is being drawn.
  queueMicrotask(() => closeAll(go));
}

function closeAll(go: () => void): void {
  leaving = null;
  for (let top = layers.at(-1); top && !leaving; top = layers.at(-1)) {
    const layer = top;
    const stays = flushSync(() => layer.close()) === false;
    const count = layers.indexOf(layer) + 1;
    if (stays && count > 0) leaving = { go, count, isAsked: layers.length > count };
    else remove(layer);
  }
  if (leaving) return;
  settle();
  whenStill(go);
}

/** The question lies over what asks it, and one that stays is again the topmost. */
function followLeaving(): void {
  if (!leaving) return;
  const { go, count, isAsked: wasAsked } = leaving;
  if (layers.length < count) closeAll(go);
  else if (layers.length > count) leaving.isAsked = true;
  else if (wasAsked) leaving = null;
}

function remove(layer: { close: Close }): void {
  const place = layers.indexOf(layer);
  if (place === -1) return;
  layers.splice(place, 1);
  settleSoon();
}

/** One thing that gives way to another takes over its step. */
function settleSoon(): void {
  if (isAsked) return;
  isAsked = true;
  queueMicrotask(() => {
    isAsked = false;
    followLeaving();
    settle();
  });
}

/** Gives each layer its step, and removes steps without a layer. */
function settle(): void {
  if (returning !== null) return;
  if (layersHere() > layers.length) {
    travel(layers.length - layersHere());
    return;
  }
  while (layersHere() < layers.length && push(layersHere() + 1));
  const ready = waiting;
  waiting = [];
  for (const run of ready) whenStill(run);
}

/** False where the browser thinks that these are too many. */
function push(count: number): boolean {
  try {
    window.history.pushState({ ...window.history.state, layers: count }, '');
    return true;
  } catch {
    return false;
  }
}

function travel(steps: number): void {
  returning = setTimeout(() => {
    // No such step existed: the present step now says the number of layers.
    returning = null;
    window.history.replaceState({ ...window.history.state, layers: layers.length }, '');
    settle();
  }, STEP_TIMEOUT_MS);
  window.history.go(steps);
}

function handleStep(): void {
  if (returning === null) closeDownTo(layersHere());
  else stopWaiting(returning);
}

function stopWaiting(timer: ReturnType<typeof setTimeout>): void {
  clearTimeout(timer);
  returning = null;
  settle();
}

/** The topmost first; one that stays keeps its step, and what lies beneath. */
function closeDownTo(count: number): void {
  while (layers.length > count && layers.at(-1)?.close() !== false) layers.pop();
  if (layers.length > count) travel(layers.length - count);
  else settle();
}

/** Follows the steps from now on; those that were left over when the page was loaded anew go. */
export function followLayers(): void {
  window.addEventListener('popstate', handleStep);
  settle();
}
