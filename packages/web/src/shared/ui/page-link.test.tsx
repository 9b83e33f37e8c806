import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { goTo } from '../navigation.ts';
import { PageLink } from './page-link.tsx';

beforeEach(() => window.history.replaceState(null, '', '/groups'));
afterEach(cleanup);

const link = () => screen.getByRole('link', { name: 'Mi chat' });

it('takes a step, and says which page is open', async () => {
  render(<PageLink to="/chats/me">Mi chat</PageLink>);
  expect(link().getAttribute('aria-current')).toBeNull();
  const before = window.history.length;
  await userEvent.click(link());
  expect(window.location.pathname).toBe('/chats/me');
  expect(window.history.length).toBe(before + 1);
  expect(link().getAttribute('aria-current')).toBe('page');
});

it('takes no step to where one is, but one out of a conversation', async () => {
  render(<PageLink to="/groups">Mi chat</PageLink>);
  const before = window.history.length;
  await userEvent.click(link());
  expect(window.history.length).toBe(before);
  goTo('/groups', { step: { isConversation: true } });
  await userEvent.click(link());
  expect(window.history.length).toBe(before + 2);
  expect(window.history.state).toEqual({});
});
