import { messages } from './messages.texts.ts';
import { type Question, questions } from './questions.texts.ts';

export interface AskedMessage {
  /** Topic and number, such as 'reunion 1'. */
  name: string;
  text: string;
}

export const askedMessages: AskedMessage[] = Object.entries(messages).flatMap(([topic, texts]) =>
  texts.map((text, n) => ({ name: `${topic} ${n + 1}`, text })),
);

const expectedOf = ({ finds }: Question) =>
  new Set(Object.entries(finds).flatMap(([topic, numbers]) => numbers.map((n) => `${topic} ${n}`)));

export interface Score {
  /** Questions with exactly the expected answers. */
  right: number;
  /** The share of expected messages that were found. */
  completeness: number;
  /** The share of found messages that were expected. */
  precision: number;
  /** One line for each question with a mistake: 'luz: -luz 2 +luz 3'. */
  wrong: string[];
}

/** Asks every question, and compares the names of the found messages with the expected ones. */
export async function scoreAnswers(ask: (q: string) => Promise<string[]>): Promise<Score> {
  const wrong: string[] = [];
  const counts = { expected: 0, found: 0, both: 0 };
  for (const question of questions) {
    const expected = expectedOf(question);
    const found = new Set(await ask(question.q));
    const missed = [...expected].filter((name) => !found.has(name));
    const added = [...found].filter((name) => !expected.has(name));
    counts.expected += expected.size;
    counts.found += found.size;
    counts.both += expected.size - missed.length;
    if (missed.length + added.length === 0) continue;
    const differences = [...missed.map((name) => `-${name}`), ...added.map((name) => `+${name}`)];
    wrong.push(`${question.q}: ${differences.join(' ')}`);
  }
  return {
    right: questions.length - wrong.length,
    completeness: counts.both / counts.expected,
    precision: counts.both / counts.found,
    wrong,
  };
}
