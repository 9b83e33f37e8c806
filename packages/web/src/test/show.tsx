import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { vi } from 'vitest';

export const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });

interface Call {
  /** As 'PUT /users/ana'. */
  route: string;
  body: unknown;
}

/** All that the page has asked the server for since `serve`. */
export const calls: Call[] = [];

/** The body of the last call of a route. */
export const bodyOf = (route: string): unknown =>
  calls.findLast((call) => call.route === route)?.body;

export const refusal = (status: number, message: string, errors: Record<string, string[]> = {}) =>
  Response.json({ message, errors }, { status });

/**
 * A server by route: each gives a content, or is a function of the query that gives one or a whole answer. A route that
 * nobody names gives an empty list.
 */
export function serve(answers: Record<string, unknown> = {}): void {
  calls.length = 0;
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit) => {
    const { pathname, searchParams } = new URL(url, 'http://chat');
    const route = `${method} ${pathname.replace('/api', '')}`;
    calls.push({ route, body: typeof body === 'string' ? JSON.parse(body) : body });
    const named = answers[route] ?? [];
    const answer: unknown = typeof named === 'function' ? await named(searchParams) : named;
    return answer instanceof Response ? answer : Response.json({ content: answer });
  });
}

/** Draws with an empty cache. */
export function show(element: ReactElement) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const wrapped = <QueryClientProvider client={queryClient}>{element}</QueryClientProvider>;
  return { ...render(wrapped), queryClient };
}

// Found by text: to look for a role reads the styles of the whole page after each change of it.
/** Presses the button with that text. */
export const press = async (text: string) =>
  user.click(await screen.findByText(text, { selector: 'button' }));

/** Presses the button with that label, which has an icon alone. */
export const pressIcon = async (label: string) => user.click(await screen.findByLabelText(label));

/** Opens a menu, and chooses there. */
export async function chooseFrom(menu: string, item: string): Promise<void> {
  await pressIcon(menu);
  await user.click(await screen.findByText(item, { selector: '[role=menuitem]' }));
}

/** Puts a text in the place of what a field has, in one go; gives the field. */
export async function fill(label: string, value: string) {
  const field = await screen.findByLabelText<HTMLInputElement>(label);
  fireEvent.change(field, { target: { value } });
  return field;
}
