import { parseSync } from 'oxc-parser';

/**
 * The parts of statements that files share, for the reasons in docs/decisions/0030-a-statement-stands-whole.md. Any other
 * part stands in the file of its statement.
 */
export const shared = [
  'db/database.ts: Db',
  'db/database.ts: fixed',
  'db/name-looks.ts: renamedTo',
  'db/page.ts: listRows',
  'db/page.ts: listWindow',
  'modules/audit/own-deeds.ts: ownDeeds',
  'modules/chat/store/chats.queries.ts: chatToRead',
  'modules/chat/store/holds.queries.ts: isHeld',
  'modules/chat/store/messages.queries.ts: messageColumns',
  'modules/chat/store/supervisions.queries.ts: hiddenUpTo',
  'modules/chat/store/supervisions.queries.ts: isSupervisedBy',
  'modules/chat/store/supervisions.queries.ts: joinedAfter',
  'modules/push/queue.queries.ts: letsThrough',
  'modules/restrictions/session-rules.ts: personStanding',
  'modules/restrictions/session-rules.ts: sessionStanding',
  'modules/search/condition.ts: blocksHold',
  'modules/search/condition.ts: conditionOf',
  'modules/search/search.queries.ts: lookIntoBlocks',
];

/** @typedef {import('oxc-parser').Node & Record<string, any>} Node */

/**
 * Whether a type says SQL.
 *
 * @param {string} source
 * @param {Node | null | undefined} type
 */
const saysSql = (source, type) =>
  type != null && /\bSql\b/.test(source.slice(type.start, type.end));

/**
 * Whether an expression is SQL, or an object with some.
 *
 * @param {Node | null | undefined} node
 * @returns {boolean}
 */
function isSql(node) {
  switch (node?.type) {
    case 'TaggedTemplateExpression':
      return node.tag.type === 'Identifier' && node.tag.name === 'sql';
    case 'ConditionalExpression':
      return isSql(node.consequent) || isSql(node.alternate);
    case 'ObjectExpression':
      return node.properties.some((/** @type {Node} */ one) => isSql(one.value));
    case 'TSAsExpression':
      return isSql(node.expression);
    default:
      return false;
  }
}

/**
 * Whether a function takes or gives part of a statement.
 *
 * @param {string} source
 * @param {Node} one
 */
function passesSql(source, { params, returnType, body }) {
  const steps = body?.type === 'BlockStatement' ? body.body : [];
  const returned = steps.filter((/** @type {Node} */ { type }) => type === 'ReturnStatement');
  return (
    [...params, returnType].some((type) => saysSql(source, type)) ||
    isSql(body) ||
    returned.some((/** @type {Node} */ { argument }) => isSql(argument))
  );
}

/**
 * @param {string} source
 * @param {Node} declaration
 * @returns {string[]}
 */
function namesOfSql(source, declaration) {
  const { id } = declaration;
  switch (declaration.type) {
    case 'VariableDeclaration':
      return declaration.declarations
        .filter((/** @type {Node} */ { id, init }) =>
          /Function/.test(init?.type)
            ? passesSql(source, init)
            : saysSql(source, id.typeAnnotation) || isSql(init),
        )
        .map((/** @type {Node} */ { id }) => id.name);
    case 'FunctionDeclaration':
      return passesSql(source, declaration) ? [id.name] : [];
    case 'TSInterfaceDeclaration':
    case 'TSTypeAliasDeclaration':
      return saysSql(source, declaration) ? [id.name] : [];
    default:
      return [];
  }
}

/**
 * The exports of a file that take or give part of a statement.
 *
 * @param {string} file
 * @param {string} source
 */
export function findFragments(file, source) {
  /** @type {Node[]} */
  const exported = parseSync(file, source).program.body.flatMap((/** @type {Node} */ node) =>
    node.type === 'ExportNamedDeclaration' && node.declaration ? [node.declaration] : [],
  );
  return exported.flatMap((one) => namesOfSql(source, one)).map((name) => `${file}: ${name}`);
}

/**
 * Parts that nobody has said to be shared, and those on the list that are gone.
 *
 * @param {Iterable<[file: string, source: string]>} sources
 */
export function findStrangeFragments(sources) {
  const found = [...sources].flatMap(([file, source]) => findFragments(file, source));
  const more = found.filter((one) => !shared.includes(one));
  const gone = shared.filter((one) => !found.includes(one));
  return [
    ...more.map((one) => `${one} is part of statements in other files`),
    ...gone.map((one) => `${one} is on the list and nowhere else`),
  ];
}
