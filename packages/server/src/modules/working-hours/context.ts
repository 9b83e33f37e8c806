import type { ChangedPeople } from '../../realtime/publish.ts';
import type { ChatContext } from '../chat/context.ts';

/** Dependencies of what asks for people's working hours, or changes them. */
export interface WorkingHoursContext extends ChatContext {
  workingHours: WorkingHours;
}

/** Where a person stands in their working hours (rules/working-hours 9). */
export interface HoursStatus {
  inside: boolean;
  /** When `inside` changes; null when not within 14 days. */
  until: Date | null;
  /** Their own choice, which nobody else is told: they are notified outside their hours, too. */
  outsideHours: boolean;
}

export interface WorkingHours {
  evictAll(): void;
  /** Known without a query for each person and message; people who do not exist have none. */
  statusOf(userIds: readonly number[], at?: Date): Promise<Map<number, HoursStatus>>;
  /** The status of one person, as the database says now. */
  readStatus(userId: number): Promise<HoursStatus>;
  /** Call after the commit that changed hours or choices: no process remembers what they were. */
  changed(userIds: ChangedPeople): void;
}
