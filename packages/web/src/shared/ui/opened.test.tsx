import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createOpened } from './opened.ts';

const dialog = createOpened<string>();

function Layer() {
  const subject = dialog.useOpened();
  return subject && <p role="dialog">{subject}</p>;
}

const Elsewhere = () => <output>{dialog.useSubject()}</output>;
const shown = () => screen.queryByRole('dialog')?.textContent;

beforeEach(() => dialog.close());
afterEach(cleanup);

it('shows what is opened from anywhere, and the newest subject alone', () => {
  render(<Layer />);
  expect(shown()).toBeUndefined();
  act(() => dialog.open('uno'));
  act(() => dialog.open('dos'));
  expect(shown()).toBe('dos');
  expect(dialog.read()).toBe('dos');
  act(() => dialog.close());
  expect(shown()).toBeUndefined();
});

it('closes with its layer, and not with what else looks at it', () => {
  const layer = render(<Layer />);
  const elsewhere = render(<Elsewhere />);
  act(() => dialog.open('uno'));
  elsewhere.unmount();
  expect(dialog.read()).toBe('uno');
  layer.unmount();
  expect(dialog.read()).toBeNull();
});

it('is apart from every other one', () => {
  const other = createOpened<string>();
  dialog.open('uno');
  expect(other.read()).toBeNull();
});
