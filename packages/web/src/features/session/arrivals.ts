import type { CurrentUser } from '@chat/contract/auth';
import { finishCompanySignIn } from '@chat/contract/auth';
import { acceptInvitation } from '@chat/contract/users';
import { ApiError } from '../../shared/api-error.ts';
import { callApi } from '../../shared/call-api.ts';
import { askedPage, takeAsked, withAsked } from '../../shared/routes.ts';
import { enter, useInvited } from './api.ts';
import { arrivalTexts } from './arrivals.texts.ts';

// Secrets come in the address. The page reads them once and takes them out, so that neither the browser's history nor
// a copied address holds them.

const clearAddress = (asked: string | null = null) =>
  window.history.replaceState(window.history.state, '', withAsked(window.location.pathname, asked));

let token = '';

/** The token of the invitation that was opened last; empty where the link had none. */
export function takeToken(): string {
  const { hash } = window.location;
  if (hash.length > 1) {
    token = hash.slice(1);
    clearAddress();
  }
  return token;
}

/** Sets the password; the sign-in page then knows whose it is. */
export async function setInvitedPassword(invitation: string, password: string): Promise<void> {
  const { content } = await callApi(acceptInvitation, { body: { token: invitation, password } });
  token = '';
  useInvited.setState(content);
}

let attempt: Promise<CurrentUser> | undefined;

/** Ends the company sign-in with what the provider has put into the address; once, however often it is called. */
export function finishSignIn(): Promise<CurrentUser> {
  const answer = new URLSearchParams(window.location.search);
  const { state, asked } = takeAsked(answer.get('state'));
  if (window.location.search) clearAddress(asked ?? askedPage());
  attempt ??= finish(answer, state).finally(() => {
    attempt = undefined;
  });
  return attempt;
}

async function finish(answer: URLSearchParams, state: string | null): Promise<CurrentUser> {
  const [code, iss] = ['code', 'iss'].map((name) => answer.get(name));
  // The provider itself has refused, or nobody comes from there.
  if (answer.has('error') || !code || !state)
    throw new ApiError({ message: arrivalTexts.company.notProven, status: 401 });
  const body = { code, state, ...(iss && { iss }) };
  const { content } = await callApi(finishCompanySignIn, { body });
  return enter(content);
}
