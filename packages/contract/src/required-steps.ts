// Apart from the schemas: the server asks for these steps, and the page's first view, which builds no schemas, shows
// them.

/** Everything that the user of a restricted session may have to do first, in the order in which it is asked for. */
export const requiredSteps = ['PASSWORD', 'TWO_STEPS', 'NOTICE'] as const;
export type RequiredStep = (typeof requiredSteps)[number];

/** Everything that the user of a restricted session must do first; each is absent where nothing is to be done. */
export interface Requirements {
  mustChangePassword?: true | undefined;
  mustSetUpTwoSteps?: true | undefined;
  /** The version of the privacy notice that they have yet to confirm. */
  noticeRequired?: number | undefined;
}

/**
 * The requirement that comes first; undefined for a session that is not restricted (rules/sign-in 21). Both sides decide
 * by it.
 */
export function requiredStepOf(requirements: Requirements): RequiredStep | undefined {
  if (requirements.mustChangePassword) return 'PASSWORD';
  if (requirements.mustSetUpTwoSteps) return 'TWO_STEPS';
  return requirements.noticeRequired === undefined ? undefined : 'NOTICE';
}
