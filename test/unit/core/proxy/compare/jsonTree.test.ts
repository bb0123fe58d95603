import assert from 'node:assert/strict';
import { at, readObject, readTree, treeText, without, wordOf } from '../../../../../src/core/proxy/compare/jsonTree';

describe('JSON as a tree', () => {
  it('keeps the digits of numbers, and has members by name', () => {
    const text = '{"z": 9007199254740993, "a": [1.50, {"y":null,"x":true}], "e": {}, "l": []}';
    const expected = `{
  "a": [
    1.50,
    {
      "x": true,
      "y": null
    }
  ],
  "e": {},
  "l": [],
  "z": 9007199254740993
}`;
    assert.equal(treeText(readTree(text)), expected);
  });

  it('has one spelling for strings, with or without escapes', () => {
    assert.equal(treeText(readTree('{"a":"\\u0026\\/"}')), treeText(readTree('{"\\u0061": "&/"}')));
  });

  it('ends where it is nested deeper than anyone looks', () => {
    const deep = `${'{"a":['.repeat(5_000)}1${']}'.repeat(5_000)}`;
    assert.ok(treeText(readTree(deep)).includes(']}]}'));
  });

  it('gives and loses what lies at a path', () => {
    const tree = readObject('{"a":{"b":{"c":"d"}},"e":1}');
    assert.equal(wordOf(at(tree, ['a', 'b', 'c'])), 'd');
    assert.equal(at(tree, ['a', 'x', 'c']), undefined);
    assert.equal(wordOf(at(tree, ['e'])), undefined);
    assert.equal(treeText(without(tree, ['a', 'b', 'c'])), treeText(readTree('{"a":{"b":{}},"e":1}')));
    assert.equal(without(tree, ['a', 'x']), tree);
    assert.equal(without(tree, ['e', 'x']), tree);
    assert.equal(readObject('[1]').size, 0);
  });
});
