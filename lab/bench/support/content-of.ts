import type { Route } from '@chat/contract/route';

/** What a call of the route was answered with, as the contract has it; throws for anything else. */
export function contentOf<Content extends Route['content']>(
  { content: schema }: { content: Content },
  answer: string,
) {
  return schema.parse(JSON.parse(answer).content);
}
