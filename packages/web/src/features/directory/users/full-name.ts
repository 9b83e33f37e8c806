import type { UserSummary } from '@chat/contract/users/users.schema';

export function fullName({ firstName, lastName }: Pick<UserSummary, 'firstName' | 'lastName'>) {
  return `${firstName} ${lastName}`.trim();
}
