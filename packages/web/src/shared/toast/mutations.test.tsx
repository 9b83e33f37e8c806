import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Activity } from 'react';
import { afterEach, expect, it } from 'vitest';
import { queryClient } from '../query-client.ts';
import { useSingleMutation } from './mutations.ts';

afterEach(cleanup);

/** A button that asks the server, whose answer comes when the test says so. */
function ask() {
  let answer = { give: () => {}, refuse: () => {} };
  const done: string[] = [];
  const asked: string[] = [];
  function Asker() {
    const { mutate } = useSingleMutation({
      mutationFn: (what: string) => {
        asked.push(what);
        return new Promise<void>((give, refuse) => {
          answer = { give, refuse };
        });
      },
    });
    const note = (name: string) => () => void done.push(name);
    const outcome = {
      onSuccess: note('success'),
      onError: note('error'),
      onSettled: note('settled'),
    };
    return (
      <button type="button" onClick={() => mutate('uno', outcome)}>
        Pedir
      </button>
    );
  }
  const page = (mode: 'visible' | 'hidden' | 'gone') => (
    <QueryClientProvider client={queryClient}>
      {mode !== 'gone' && (
        <Activity mode={mode}>
          <Asker />
        </Activity>
      )}
    </QueryClientProvider>
  );
  const { rerender } = render(page('visible'));
  const show = (mode: 'visible' | 'hidden' | 'gone') => rerender(page(mode));
  const press = () => act(async () => void fireEvent.click(screen.getByText('Pedir')));
  const settle = (how: 'give' | 'refuse') => act(async () => answer[how]());
  return { show, press, settle, done, asked };
}

it.each([
  ['give', 'success'],
  ['refuse', 'error'],
] as const)(
  'the answer (%s) is acted on at once, and another press meanwhile is none',
  async (how, name) => {
    const { press, settle, done, asked } = ask();
    await press();
    await press();
    expect(asked).toEqual(['uno']);
    await settle(how);
    expect(done).toEqual([name, 'settled']);
    await press();
    expect(asked).toHaveLength(2);
  },
);

it.each([
  ['give', 'success'],
  ['refuse', 'error'],
] as const)(
  'an answer (%s) that comes while the page is kept out of sight is acted on when it is back',
  async (how, name) => {
    const { show, press, settle, done } = ask();
    await press();
    show('hidden');
    await settle(how);
    expect(done).toEqual([]);
    show('visible');
    expect(done).toEqual([name, 'settled']);
  },
);

it('an answer that comes once the page is gone is not acted on', async () => {
  const { show, press, settle, done } = ask();
  await press();
  show('gone');
  await settle('give');
  expect(done).toEqual([]);
});
