const NAMES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';

export const svg = (content: string, size = 'width="100" height="50"'): string =>
  `<svg ${NAMES} ${size}>${content}</svg>`;

export const RED = '<rect width="100" height="50" fill="#f00"/>';

/** Each level shows the level below ten times, through masks and clips. */
export function nestedMasks(levels: number): string {
  const through = (n: number) => `<rect width="900" height="900" fill="#fff" mask="url(#m${n})"/>`;
  const level = (_: unknown, n: number) => `<mask id="m${n + 1}">${through(n).repeat(10)}</mask>`;
  const masks = Array.from({ length: levels }, level).join('');
  const first = `<clipPath id="c">${RED}</clipPath><mask id="m0"><g clip-path="url(#c)">${RED}</g></mask>`;
  return `<defs>${first}${masks}</defs>${through(levels)}`;
}

/** A picture of few bytes: each level shows the level below ten times. */
export function nestedUses(levels: number): string {
  const level = (_: unknown, n: number) =>
    `<g id="g${n + 1}">${`<use xlink:href="#g${n}"/>`.repeat(10)}</g>`;
  const groups = Array.from({ length: levels }, level).join('');
  return `<defs><g id="g0">${RED}</g>${groups}</defs><use xlink:href="#g${levels}"/>`;
}
