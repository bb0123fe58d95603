import assert from 'node:assert/strict';
import { MeantNames, NameTable } from '../../../../../src/core/config/names/meantNames';

describe('meantNames: the name that was meant', () => {
  const table = new MeantNames(
    new NameTable(['strip@docker', 'odd@docker@docker']),
    new NameTable(['auth@file', 'twice@file', 'twice@consul', 'strap@file']),
  );

  it('is the only one of the same name, whose provider was left out or is another', () => {
    assert.equal(table.meant('auth', 'docker'), 'auth@file');
    assert.equal(table.meant('auth@consul', 'docker'), 'auth@file');
  });

  it('is none that nothing can refer to', () => assert.equal(table.meant('odd@docker', 'docker'), undefined));

  it('is none of several', () => assert.equal(table.meant('twice', 'docker'), undefined));

  it('is otherwise the nearest, of the same file before all others, as the provider writes it', () => {
    assert.equal(table.meant('stripp', 'docker'), 'strip');
    assert.equal(table.meant('ath@file', 'docker'), 'auth@file');
    assert.equal(table.meant('unlike', 'docker'), undefined);
  });

  it('of many names is looked up, not looked for', () => {
    const many = Array.from({ length: 50_000 }, (_, at) => `name-${at}@file`);
    const names = new MeantNames(new NameTable([]), new NameTable(many));
    for (let at = 0; at < 1_000; at++) assert.equal(names.meant(`name-${at}`, 'docker'), `name-${at}@file`);
    assert.equal(names.meant('name-x', 'docker'), undefined);
  });
});
