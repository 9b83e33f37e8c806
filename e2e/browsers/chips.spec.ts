import { expect } from '@playwright/test';
import type { Person } from '../support/administration.ts';
import type { Hands } from './support/hands.ts';
import { test } from './support/test.ts';

const CHIP = { css: 'main form span[class*=chip]' };

/** Types a mention by its first letters and picks it; a space comes after it. */
async function mention(hands: Hands, { email }: Person): Promise<void> {
  await hands.type(`@${email.slice(0, 8)}`);
  await hands.see({ css: '[role=option]', text: email });
  await hands.press('Enter');
  await hands.see({ ...CHIP, text: `@${email}` });
}

async function times(hands: Hands, count: number, key: string): Promise<void> {
  for (let pressed = 0; pressed < count; pressed++) await hands.press(key);
}

/** Undo alone brings back the text with its one chip. */
async function undoTo(hands: Hands, { email }: Person): Promise<void> {
  await hands.undo();
  await hands.see({ ...CHIP, text: `@${email}` });
}

async function holdsNoChip(hands: Hands, text: string): Promise<void> {
  await hands.holds(text);
  await hands.seeNo(CHIP);
}

test('a chip goes whole by each key that would take a letter of it, and undo brings it back', async ({
  hands,
  team,
}) => {
  const { ana, bruno, group } = team;
  const whole = `hola @${bruno.email} `;
  await hands.arrive(ana, group);
  await hands.type('hola ');
  await mention(hands, bruno);

  await hands.press('ArrowLeft');
  await hands.press('Backspace');
  await holdsNoChip(hands, 'hola  ');
  await undoTo(hands, bruno);
  await hands.holds(whole);

  await hands.press('Control+Home');
  await times(hands, 'hola '.length, 'ArrowRight');
  await hands.press('Delete');
  await holdsNoChip(hands, 'hola  ');
  await undoTo(hands, bruno);

  await hands.press('Control+End');
  await times(hands, 3, 'ArrowLeft');
  await hands.press('Control+Backspace');
  await holdsNoChip(hands, 'hola  ');
  await undoTo(hands, bruno);
  await hands.holds(whole);
});

test('what is typed, pasted or composed inside a chip, or over a part of it, takes its place', async ({
  hands,
  team,
}) => {
  const { ana, bruno, group } = team;
  await hands.arrive(ana, group);
  await hands.type('ya');
  await hands.press('Control+a');
  await hands.press('Control+x');
  await hands.holds('');
  await hands.type('a ');
  await mention(hands, bruno);
  const intoChip = async () => {
    await hands.press('Control+End');
    await times(hands, 4, 'ArrowLeft');
  };

  await intoChip();
  await hands.type('x');
  await holdsNoChip(hands, 'a x ');
  await undoTo(hands, bruno);

  await intoChip();
  await hands.press('Control+v');
  await holdsNoChip(hands, 'a ya ');
  await undoTo(hands, bruno);

  await intoChip();
  await times(hands, 3, 'Shift+ArrowLeft');
  await hands.type('z');
  await holdsNoChip(hands, 'a z ');
  await undoTo(hands, bruno);

  await intoChip();
  await hands.compose('é');
  await holdsNoChip(hands, 'a é ');
});

test('a part of a chip is cut as the whole chip, and the message calls nobody', async ({
  hands,
  team,
  administration,
}) => {
  const { ana, bruno, group } = team;
  await hands.arrive(ana, group);
  await mention(hands, bruno);
  await hands.type('hola');
  // Home alone stops at a wrapped line, and the wrapping depends on the length of the address.
  await hands.press('Control+Home');
  await times(hands, 5, 'ArrowRight');
  await times(hands, 3, 'Shift+ArrowRight');
  await hands.press('Control+x');
  await holdsNoChip(hands, ' hola');
  await hands.press('Control+End');
  await hands.press('Control+v');
  await holdsNoChip(hands, ` hola@${bruno.email}`);
  await hands.press('Enter');
  await hands.see({ css: '[role=log] article', text: 'hola@' });
  // Administrators see a chat once its first message is stored; the page does not wait for this.
  const sent = async () => {
    const found = await administration.call<{ uuid: string }[]>(
      'GET',
      `/chats?search=${ana.email}`,
    );
    const pages = found.map(({ uuid }) =>
      administration.call<{ mentions: unknown[] }[]>('GET', `/chats/${uuid}/messages`),
    );
    return (await Promise.all(pages)).flat();
  };
  await expect.poll(sent).toMatchObject([{ content: ` hola@${bruno.email}`, mentions: [] }]);
});
