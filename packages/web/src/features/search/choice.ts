/** One of what a filter offers. */
export interface Choice {
  value: string;
  label: string;
  hint?: string;
}

export interface Choices {
  options: Choice[];
  isLoading: boolean;
  hasFailed: boolean;
}
