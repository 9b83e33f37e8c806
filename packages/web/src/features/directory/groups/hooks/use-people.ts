import { useConfig } from '../../../system/api/get-config.ts';

/** Leaves out the system address of group chats, which is nobody (rules/groups 11). */
export function usePeople<Person extends { email: string }>(people: Person[] | undefined) {
  const groupAddress = useConfig().data?.groupAddress;
  return people?.filter(({ email }) => email !== groupAddress);
}
