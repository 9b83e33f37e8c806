import { messages } from './messages.texts.ts';
import { type Question, questions } from './questions.texts.ts';

export interface AskedMessage {
  /** 'reunion 1'. */
  name: string;
  text: string;
}

export const askedMessages: AskedMessage[] = Object.entries(messages).flatMap(([topic, texts]) =>
  texts.map((text, n) => ({ name: `${topic} ${n + 1}`, text })),
);

const expectedOf = ({ finds }: Question) =>
  new Set(Object.entries(finds).flatMap(([topic, numbers]) => numbers.map((n) => `${topic} ${n}`)));

export interface Score {
  /** Questions of which all was found, and nothing else. */
  right: number;
  /** Of all that should have been found, the share that was. */
  completeness: number;
  /** Of all that was found, the share that should have been. */
  precision: number;
  /** What went wrong, a line for each question: 'luz: -luz 2 +luz 3'. */
  wrong: string[];
}

/** Asks every question, and compares the names of the messages found with what people expect. */
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
