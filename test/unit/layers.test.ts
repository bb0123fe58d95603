/** The folders of src stand in an order, and nothing imports what is above it: scripts/layers.mjs lists the order. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  brokenLayers,
  circlesOfFiles,
  importsOf,
  layerOf,
  layers,
  readSources,
  type Sources,
} from '../../scripts/layers.mjs';

const root = process.cwd();
const sources = readSources(root);

/** The sources with one more line in one of them. */
function planted(file: string, line: string): Sources {
  return new Map(sources).set(file, `${line}\n${sources.get(file) ?? assert.fail(`there is no ${file}`)}`);
}

describe('layers: the order of the folders of src', () => {
  it('is kept by every import', () => {
    assert.deepEqual(brokenLayers(sources), []);
  });

  it('leaves no files that import each other', () => {
    assert.deepEqual(circlesOfFiles(sources), []);
  });

  it('names the layer of every file', () => {
    assert.deepEqual(
      [...sources.keys()].filter((file) => layerOf(file) === undefined),
      [],
    );
  });

  it('is that of folders that exist', () => {
    for (const { folder, folders } of layers) {
      for (const inner of folders) assert.ok(existsSync(join(root, folder, inner)), `${folder}/${inner}`);
    }
    assert.ok(importsOf(sources).length > 1_000);
  });

  const forbidden = [
    [
      "import { readListing } from '../../proxy/api/readListing';",
      'src/core/search/paging/searchResult.ts',
      'src/core/proxy',
    ],
    [
      "import type { Router } from '../../proxy/model/model';",
      'src/core/search/paging/searchResult.ts',
      'src/core/proxy',
    ],
    [
      "import type { EngineSearch } from '../../search/wire/engineSearch';",
      'src/core/proxy/tree/nodes.ts',
      'src/core/search',
    ],
    ["export type { Router } from '../../proxy/model/model';", 'src/core/base/json/indent.ts', 'src/core/proxy'],
    [
      "type Tree = import('../tree/nodes').ProxyNode;",
      'src/core/proxy/rules/judgeRule.ts',
      'src/core/proxy/tree is above',
    ],
    [
      "const late = () => import('../tree/nodes');",
      'src/core/proxy/rules/judgeRule.ts',
      'src/core/proxy/tree is above',
    ],
    [
      "import { openHttpClient } from '../http/openHttpClient';",
      'src/core/base/json/indent.ts',
      'src/core/base/http is above',
    ],
    [
      "import { HOLE } from '../../config/source/placedText';",
      'src/core/proxy/rules/judgeRule.ts',
      'may not import src/core/config',
    ],
    [
      "import type { Router } from '../../proxy/model/model';",
      'src/core/config/source/placedText.ts',
      'may not import src/core/proxy',
    ],
    ["import type { Jobs } from '../../jobs';", 'src/core/search/wire/searchAnswer.ts', 'may not import src/core'],
    ["import type { Searches } from '../search/searches';", 'src/vscode/proxies/endpointRoots.ts', 'src/vscode/search'],
    [
      "import { openEndpointRoots } from '../proxies/endpointRoots';",
      'src/vscode/shared/clientRegistry.ts',
      'src/vscode/proxies',
    ],
    ["import type { Failure } from '../core/base/errors/failure';", 'src/webview/main.ts', 'src/core/base'],
  ] as const;
  for (const [line, file, why] of forbidden) {
    it(`is broken by ${line} in ${file}`, () => {
      const [broken = '', ...more] = brokenLayers(planted(file, line));
      assert.ok(broken.startsWith(file) && broken.includes(why), broken);
      assert.deepEqual(more, []);
    });
  }

  it('names the files of a circle', () => {
    const circles = circlesOfFiles(
      planted('src/core/proxy/model/health.ts', "import type { ItemGraph } from './itemGraph';"),
    );
    assert.ok(circles.some((circle) => circle.includes('health.ts') && circle.includes('itemGraph.ts')));
  });
});
