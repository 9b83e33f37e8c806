import type { FoundMessage } from '@chat/contract/search';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { setCurrentUser } from '../../shared/session.ts';
import { ana, buildMessage } from '../../test/builders.ts';
import { answerMedia } from '../../test/fakes.ts';
import { press, refusal, serve, show, user } from '../../test/show.tsx';
import { SearchButton, SearchPanel } from './search-panel.tsx';
import { forgetSearch, submitSearch } from './search-view.ts';

const SEARCH = 'GET /search/messages';
const FIELD = 'Buscar mensajes';

const chat = { uuid: 'chat', chatType: 'GROUP' as const, groupUuid: 'g', groupName: 'Ventas' };
const found: FoundMessage = {
  message: buildMessage(1),
  chat: { ...chat, counterpartEmail: null },
  snippet: [{ text: 'el acta', hit: true }],
};

beforeEach(() => {
  setCurrentUser(ana);
  forgetSearch();
  // There is room for the panel beside the page.
  answerMedia(true);
});
afterEach(cleanup);

const status = () => screen.queryByRole('status')?.textContent;
const opener = () => screen.getByLabelText(FIELD, { selector: 'button' });
const field = () => screen.queryByLabelText<HTMLInputElement>(FIELD, { selector: 'input' });

async function search(answer: unknown): Promise<void> {
  serve({ [SEARCH]: answer });
  show(
    <>
      <SearchButton />
      <SearchPanel />
    </>,
  );
  opener().focus();
  await user.click(opener());
  await user.type(field() ?? document.body, 'acta{Enter}');
}

it('what was typed outlives closing, and Escape gives the focus back', async () => {
  await search([]);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(field()).toBeNull());
  expect(document.activeElement).toBe(opener());
  await user.click(opener());
  expect(field()?.value).toBe('acta');
});

it('announces how many were found, and that there are none, with a hint', async () => {
  let answer = [found];
  await search(() => answer);
  await waitFor(() => expect(status()).toBe('1 mensaje'));
  answer = [];
  act(submitSearch);
  await waitFor(() => expect(status()).toBe('No se encontró ningún mensaje'));
  await screen.findByText(/Prueba con menos, o con otras\.$/);
  await user.type(field() ?? document.body, ' de:ana{Enter}');
  await screen.findByText(/^Ningún mensaje cumple también los filtros escritos\./);
});

it('a search that failed says so, and is tried again', async () => {
  let answer: unknown = refusal(400, '');
  await search(() => answer);
  await waitFor(() => expect(status()).toBe('No se pudo buscar'));
  answer = [found];
  await press('Reintentar');
  await screen.findByText('el acta');
});
