import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { followVisibleHeight } from './visible-height.ts';

const viewport = Object.assign(new EventTarget(), { height: 0, scale: 1 });

function show(height: number, scale = 1): string {
  Object.assign(viewport, { height, scale });
  viewport.dispatchEvent(new Event('resize'));
  return document.documentElement.style.getPropertyValue('--visible-height');
}

beforeEach(() => {
  vi.stubGlobal('visualViewport', viewport);
  vi.stubGlobal('innerHeight', 800);
  vi.stubGlobal('scrollTo', vi.fn());
  followVisibleHeight();
});
afterEach(() => vi.unstubAllGlobals());

it('gives the page the height that a keyboard laid over it leaves, as long as it is there', () => {
  expect(show(460)).toBe('460px');
  expect(show(800)).toBe('');
});

it("takes neither the browser's own bars nor a pinched page for a keyboard", () => {
  expect(show(744)).toBe('');
  expect(show(400, 2)).toBe('');
});

it('says when little is left, and very little, and no longer when there is enough', () => {
  const low = () => document.documentElement.getAttribute('data-low');
  show(800);
  expect(low()).toBeNull();
  show(256);
  expect(low()).toBe('');
  show(160);
  expect(low()).toBe('very');
  show(256);
  expect(low()).toBe('');
  show(460);
  expect(low()).toBeNull();
});
