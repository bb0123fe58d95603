/**
 * @file Makes a bundle count its steps: each call of one of its functions and each turn of one of its loops, whose count is then
 * in `globalThis.fuzzSteps[0]`. Unlike times, the count of a text is the same on any machine. What packages and the engine itself
 * do is not in it; test/fuzz/counting/judge.ts says what else is measured.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'acorn';

const count = '$steps[0]++';
const head = 'const $steps = (globalThis.fuzzSteps = new Float64Array(1));\n';

/** Rewrites the bundle in this file, an ES module. Its source map no longer fits. */
export function countSteps(path) {
  const source = readFileSync(path, 'utf8');
  const insertions = [{ at: 0, text: head }];
  for (const node of nodesOf(parse(source, { ecmaVersion: 'latest', sourceType: 'module' }))) {
    if (!/Function|^(?:For|While|DoWhile)/.test(node.type)) continue;
    const { type, start, end } = node.body;
    if (type === 'BlockStatement') insertions.push({ at: start + 1, text: `${count};` });
    else if (node.type === 'ArrowFunctionExpression')
      insertions.push({ at: start, text: `(${count}, ` }, { at: end, text: ')' });
    else insertions.push({ at: start, text: `{ ${count}; ` }, { at: end, text: ' }' });
  }
  insertions.sort((one, other) => one.at - other.at);
  let written = '';
  let from = 0;
  for (const { at, text } of insertions) {
    written += source.slice(from, at) + text;
    from = at;
  }
  writeFileSync(path, written + source.slice(from));
}

/** All nodes of a tree, each before those below it. */
function nodesOf(root) {
  const nodes = [root];
  // The list grows while it is gone through.
  for (const node of nodes) {
    for (const value of Object.values(node))
      nodes.push(...[value].flat().filter((child) => typeof child?.type === 'string'));
  }
  return nodes;
}
