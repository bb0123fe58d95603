/** Files of public repositories that are none of ours to judge: nothing is said of them, and nothing in them is ours. */
import assert from 'node:assert/strict';
import { checkConfigGroups } from '../../../../src/core/config/files/diagnostics';
import { readConfigFiles } from '../../../../src/core/config/files/readConfigFiles';
import type { SourceFile } from '../../../../src/core/config/source/placedText';
import { readForeignFiles } from '../../../foreign/read';

const foreign = readForeignFiles();
const files: readonly SourceFile[] = foreign.map(({ package: name, version, path, text }) => ({
  path: `/${name}@${version}/${path}`,
  text,
}));

/** What `npm run check` and an editor would have to say of files that are read together: nothing is expected. */
function saidOf(read: readonly SourceFile[]): readonly string[] {
  const groups = readConfigFiles(read);
  return [
    ...checkConfigGroups(groups, {}).map(({ severity, code, range }) => `${severity} ${code} ${range.path}`),
    ...groups.flatMap(({ declarations, source }) =>
      declarations.map(({ kind, at }) => `${source.provider} ${kind} ${at.file.path}`),
    ),
    ...groups.flatMap(({ source, files: own }) =>
      source.isOurs ? own.map(({ path }) => `${source.provider} has ${path}`) : [],
    ),
  ];
}

describe('foreign: files of others', () => {
  it('are 200 or more, of all kinds and of many repositories, and of licenses that allow a copy', () => {
    const counts = new Map<string, number>();
    for (const { kind } of foreign) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    assert.deepEqual(Object.fromEntries(counts), {
      ci: 50,
      openapi: 25,
      other: 25,
      compose: 30,
      kubernetes: 40,
      ansible: 10,
      cargo: 10,
      toml: 20,
      hcl: 10,
    });
    assert.ok(new Set(foreign.map(({ repository }) => repository)).size >= 50);
    assert.equal(new Set(foreign.map(({ text }) => text)).size, foreign.length);
    assert.deepEqual(
      files.filter(({ text }) => /traefik/i.test(text)),
      [],
    );
  });

  it('have no problem, and declare nothing, each by itself', () => {
    assert.deepEqual(
      files.flatMap((file) => saidOf([file])),
      [],
    );
  });

  it('have no problem where all of them are in one folder', () => {
    assert.deepEqual(saidOf(files), []);
  });

  it('have none either where a comment names Traefik, so that each is read whole', () => {
    const named = files.map(({ path, text }) => ({ path, text: `${text.trimEnd()}\n# Behind Traefik.\n` }));
    assert.deepEqual(
      named.flatMap((file) => saidOf([file])),
      [],
    );
    assert.deepEqual(saidOf(named), []);
  });
});
