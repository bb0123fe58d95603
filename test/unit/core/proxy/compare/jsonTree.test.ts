import assert from 'node:assert/strict';
import {
  jsonTreeText,
  readJsonObjectTree,
  stringOfTree,
  treeAt,
  treeWithout,
} from '../../../../../src/core/proxy/compare/jsonTree';

describe('jsonTree: JSON as a tree', () => {
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
    assert.equal(jsonTreeText(readJsonObjectTree(text)), expected);
  });

  it('has one spelling for strings, with or without escapes', () => {
    assert.equal(
      jsonTreeText(readJsonObjectTree('{"a":"\\u0026\\/"}')),
      jsonTreeText(readJsonObjectTree('{"\\u0061": "&/"}')),
    );
  });

  it('ends where it is nested deeper than anyone looks', () => {
    const deep = `${'{"a":['.repeat(5_000)}1${']}'.repeat(5_000)}`;
    assert.ok(jsonTreeText(readJsonObjectTree(deep)).includes(']}]}'));
  });

  it('gives and loses what lies at a path', () => {
    const tree = readJsonObjectTree('{"a":{"b":{"c":"d"}},"e":1}');
    assert.equal(stringOfTree(treeAt(tree, ['a', 'b', 'c'])), 'd');
    assert.equal(treeAt(tree, ['a', 'x', 'c']), undefined);
    assert.equal(stringOfTree(treeAt(tree, ['e'])), undefined);
    assert.equal(
      jsonTreeText(treeWithout(tree, ['a', 'b', 'c'])),
      jsonTreeText(readJsonObjectTree('{"a":{"b":{}},"e":1}')),
    );
    assert.equal(treeWithout(tree, ['a', 'x']), tree);
    assert.equal(treeWithout(tree, ['e', 'x']), tree);
    assert.equal(readJsonObjectTree('[1]').size, 0);
  });
});
