import type { UserSummary } from '@chat/contract/users';

export function fullName({ firstName, lastName }: Pick<UserSummary, 'firstName' | 'lastName'>) {
  return `${firstName} ${lastName}`.trim();
}
