import {
  type AnyNode,
  type CallExpression,
  type MemberExpression,
  type NewExpression,
  parse,
} from 'acorn';
import { full } from 'acorn-walk';
import type { NewerBuiltIns } from './newer-built-ins.ts';

/** The last version of the language whose syntax all of the oldest browsers read. */
const ecmaVersion = 2023;

/** What iterators return, and what only newer iterators have. `Object.values()` and the like return lists. */
const iterators = new Set(['values', 'keys', 'entries', 'matchAll']);

const nameOf = (node: AnyNode | null | undefined) =>
  node?.type === 'Identifier' ? node.name : undefined;

/** The value of a text in quotes or, as minifiers write it, in backticks. */
function textOf(node: AnyNode | null | undefined): string | undefined {
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0)
    return node.quasis[0]?.value.cooked ?? undefined;
  return node?.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined;
}

const keyOf = ({ property, computed }: MemberExpression) =>
  computed ? textOf(property) : nameOf(property);

/** Whether `object.key()` is called on what an iterator method returned. */
function isOnIterator({ object }: MemberExpression): boolean {
  if (object.type !== 'CallExpression' || object.callee.type !== 'MemberExpression') return false;
  const { callee } = object;
  return iterators.has(keyOf(callee) ?? '') && nameOf(callee.object) !== 'Object';
}

/** A regular expression that a script makes from texts, if it is newer. */
function patternError({ callee, arguments: given }: CallExpression | NewExpression): string[] {
  if (nameOf(callee) !== 'RegExp') return [];
  const [source = '', flags = ''] = given.map(textOf);
  try {
    // A slash would end the literal, and an empty one begin a comment.
    const literal = `/(?:)${source.replace(/\\?\//g, '\\/').replaceAll('\n', '\\n')}/${flags}`;
    parse(literal, { ecmaVersion });
    return [];
  } catch {
    return [`RegExp(${JSON.stringify(source)}, ${JSON.stringify(flags)})`];
  }
}

/** By these names scripts reach the global object. */
const globalNames = new Set(['globalThis', 'window', 'self']);

/** What a script declares, and the names of built-ins that it asks for before it uses them. */
function ownNames(tree: AnyNode) {
  const own = new Set<string | undefined>();
  const asked = new Set<string | undefined>();
  full(tree, (node) => {
    switch (node.type) {
      case 'VariableDeclarator':
      case 'FunctionDeclaration':
      case 'ClassDeclaration':
        own.add(nameOf(node.id));
        break;
      case 'UnaryExpression':
        // `typeof navigation`, `typeof document.startViewTransition`
        if (node.operator !== 'typeof') break;
        asked.add(
          node.argument.type === 'MemberExpression' ? keyOf(node.argument) : nameOf(node.argument),
        );
        break;
      case 'BinaryExpression':
        // `'requestIdleCallback' in window`
        if (node.operator === 'in') asked.add(textOf(node.left));
    }
  });
  return { own, asked };
}

/**
 * What a script uses that one of the oldest browsers lacks, once each, sorted: syntax, names of the global object,
 * members of built-ins, and calls of methods by names that only newer methods have. What the script asks for first, by
 * `typeof`, `in` or `?.()`, is no use.
 */
export function newerUses(code: string, newer: NewerBuiltIns): readonly string[] {
  let tree: AnyNode;
  try {
    tree = parse(code, { ecmaVersion, sourceType: 'module' });
  } catch (error) {
    return [`syntax: ${(error as Error).message}`];
  }
  const uses = new Set<string>();
  const { own, asked } = ownNames(tree);
  const take = (name: string | undefined, use: string) => {
    if (!asked.has(name)) uses.add(use);
  };
  const takeGlobal = (name = '') => {
    if (newer.globals.has(name)) take(name, name);
  };
  const takeStatic = (object = '', key = '') => {
    if (newer.statics.has(`${object}.${key}`)) take(key, `${object}.${key}`);
  };
  /** A call or a member of `window.name`. */
  const takeOfGlobal = (node: AnyNode) => {
    if (node.type !== 'MemberExpression') return;
    if (globalNames.has(nameOf(node.object) ?? '')) takeGlobal(keyOf(node));
  };
  full(tree, (node) => {
    switch (node.type) {
      case 'Identifier':
        if (!own.has(node.name)) takeGlobal(node.name);
        break;
      case 'VariableDeclarator':
        if (node.id.type !== 'ObjectPattern') break;
        for (const part of node.id.properties)
          if (part.type === 'Property') takeStatic(nameOf(node.init), nameOf(part.key));
        break;
      case 'MemberExpression':
        takeStatic(nameOf(node.object), keyOf(node));
        takeOfGlobal(node.object);
        break;
      case 'NewExpression':
      case 'CallExpression': {
        for (const error of patternError(node)) uses.add(error);
        const { callee } = node;
        takeOfGlobal(callee);
        if (callee.type !== 'MemberExpression' || (node.type === 'CallExpression' && node.optional))
          break;
        const key = keyOf(callee) ?? '';
        if (newer.memberNames.has(key) && !newer.objects.has(nameOf(callee.object) ?? ''))
          take(key, `.${key}()`);
        if (newer.members.has(`Iterator.${key}`) && isOnIterator(callee))
          take(undefined, `.${key}() of an iterator`);
      }
    }
  });
  return [...uses].sort();
}
