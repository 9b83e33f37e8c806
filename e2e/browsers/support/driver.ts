/** A point of what is shown, in CSS pixels. */
export interface Point {
  x: number;
  y: number;
}

/** What a test needs of a browser, and every browser can: keys and pointer are as real as its driver makes them. */
export interface Driver {
  /** Loads the page anew, wherever it was. */
  open(url: string): Promise<void>;
  /** Runs a function of its own in the page, and waits for what it gives. */
  evaluate<Given, Result>(
    run: (given: Given) => Result | Promise<Result>,
    given: Given,
  ): Promise<Result>;
  /** Types text, letter by letter. */
  type(text: string): Promise<void>;
  /** Presses keys together, as in `Control+Shift+ArrowLeft`. */
  press(keys: string): Promise<void>;
  /** By the browser's own history of edits. */
  undo(): Promise<void>;
  /** Writes one character by several keys, as a dead key or an input method does. */
  compose(character: string): Promise<void>;
  click(at: Point): Promise<void>;
  wheel(at: Point, deltaY: number): Promise<void>;
  /** Chooses a file of this machine in the only field for files. */
  choose(file: string): Promise<void>;
  close(): Promise<void>;
}
