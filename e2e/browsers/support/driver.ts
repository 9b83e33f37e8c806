/** A point of the viewport, in CSS pixels. */
export interface Point {
  x: number;
  y: number;
}

/** Everything that a test needs from a browser and every browser can do, with the driver's real keys and pointer. */
export interface Driver {
  /** Loads the page again, whichever page was open. */
  open(url: string): Promise<void>;
  /** Runs a self-contained function in the page, and waits for its result. */
  evaluate<Given, Result>(
    run: (given: Given) => Result | Promise<Result>,
    given: Given,
  ): Promise<Result>;
  /** Types text, letter by letter. */
  type(text: string): Promise<void>;
  /** Presses keys together, as in `Control+Shift+ArrowLeft`. */
  press(keys: string): Promise<void>;
  /** Uses the browser's own history of edits. */
  undo(): Promise<void>;
  /** Writes one character by several keys, as a dead key or an input method does. */
  compose(character: string): Promise<void>;
  click(at: Point): Promise<void>;
  wheel(at: Point, deltaY: number): Promise<void>;
  /** Chooses a file of this machine in the only field for files. */
  choose(file: string): Promise<void>;
  close(): Promise<void>;
}
