/** What is exported is imported by somebody: the next dead export is found here. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';

const root = process.cwd();

/** Texts of TypeScript and of scripts, by their paths with slashes. */
function textsBelow(folder: string): [string, string][] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx?|mjs)$/.test(name))
    .map((name) => [`${folder}/${name.replaceAll('\\', '/')}`, readFileSync(join(root, folder, name), 'utf8')]);
}

const sources = new Map([...textsBelow('src'), ...textsBelow('test'), ...textsBelow('scripts')]);

const exportPattern = /^export (?:async )?(?:function\*?|const|class|interface|type|let) (\w+)/gm;
const namesPattern = /(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s+from\s+'(\.[^']+)'/g;
const all = /\bimport \* as \w+ from '(\.[^']+)'/g;
const onDemand = /\bimport\('(\.[^']+)'\)(?!\.[A-Z])/g;
const inType = /\bimport\('(\.[^']+)'\)\.(\w+)/g;

/** Exports of src that no other file asks for, as `file name`. What VS Code itself calls is none. */
function deadExports(texts: ReadonlyMap<string, string>): readonly string[] {
  const asked = new Set<string>();
  for (const [file, text] of texts) {
    const at = (specifier: string): string => {
      const path = normalize(join(dirname(file), specifier)).replaceAll('\\', '/');
      return [path, `${path}.tsx`].find((file) => texts.has(file)) ?? `${path}.ts`;
    };
    for (const [, names = '', specifier = ''] of text.matchAll(namesPattern)) {
      for (const name of names.split(','))
        asked.add(
          `${at(specifier)} ${
            name
              .trim()
              .replace(/^type /, '')
              .split(' ')[0]
          }`,
        );
    }
    for (const [, specifier = '', name] of text.matchAll(inType)) asked.add(`${at(specifier)} ${name}`);
    // What is loaded on first use is handed on as a whole: then somebody has to say the name.
    for (const [, specifier = ''] of text.matchAll(onDemand)) {
      for (const [, name = ''] of (texts.get(at(specifier)) ?? '').matchAll(exportPattern)) {
        const word = new RegExp(`\\b${name}\\b`);
        if ([...texts].some(([other, said]) => other !== at(specifier) && word.test(said)))
          asked.add(`${at(specifier)} ${name}`);
      }
    }
    for (const [, specifier = ''] of text.matchAll(all)) {
      for (const [, name] of (texts.get(at(specifier)) ?? '').matchAll(exportPattern))
        asked.add(`${at(specifier)} ${name}`);
    }
  }
  return [...texts]
    .filter(([file]) => file.startsWith('src/') && file !== 'src/extension.ts')
    .flatMap(([file, text]) => [...text.matchAll(exportPattern)].map(([, name]) => `${file} ${name}`))
    .filter((one) => !asked.has(one));
}

/**
 * What only tests import, and why it may stay: by reason, as `file name`. Everything else that no file of src or script asks for
 * is dead, or a part that its own file keeps to itself.
 */
const seenByTests: Readonly<Record<string, readonly string[]>> = {
  'the commands before a deployment will give it to users': [
    'src/core/config/absence/whyAbsent.ts whyAbsent',
    'src/core/config/kubernetes/kubernetesContext.ts clusterOf',
  ],
  'does at once what the program does in slices: one of both goes with the slices': [
    'src/core/search/read/describePage.ts describePage',
  ],
  'a table of inputs and outputs that what uses it would show only in parts': [
    'src/core/searchView/indexView.ts indexNameFilter',
    'src/core/search/read/hitCell.ts truncateAround',
    'src/core/search/read/describeTable.ts searchedFields',
    'src/core/search/read/describeLine.ts clfLineOf',
    'src/core/search/read/drawTable.ts drawTable',
    'src/core/search/read/aggregationTable.ts aggregationTable',
    'src/core/search/histogram/histogramBody.ts intervalText',
    'src/core/search/histogram/histogramBody.ts barEdges',
    'src/core/search/export/exportedHit.ts withoutList',
    'src/core/search/export/exportedHit.ts visitLeaves',
    'src/core/search/export/exportedHit.ts sortAt',
    'src/core/search/export/csvFormat.ts csvText',
    'src/core/search/export/csvFormat.ts csvLine',
    'src/core/search/export/csvFormat.ts csvCell',
    'src/core/liveConfig/definition.ts ingressOfRouter',
    'src/core/accessLogs/findPlaces.ts logIndexCandidates',
    'src/core/accessLogs/requestInHit.ts routerInHit',
    'src/core/addressProbe/probe.ts shownVersion',
    'src/core/search/address/discoverUrl.ts unpackLzString',
    'src/core/search/follow/openFollow.ts askNewer',
    'src/core/accessLogs/trafficSection.ts sparkline',
    'src/core/base/http/login.ts DigestChallenge',
    'src/core/base/http/login.ts digestAnswer',
    'src/core/base/http/openHttpClient.ts redirectOf',
    'src/core/base/http/openHttpClient.ts redirectedBy',
    'src/core/base/http/verifyCertificate.ts fingerprintOf',
    'src/core/proxy/autoRefreshAndRetry.ts refreshDelay',
    'src/core/proxy/find/filterColumns.ts makeTextBlocks',
    'src/core/proxy/find/finder.ts matchRank',
    'src/core/proxy/findings/sampleRequests.ts exampleMatch',
    'src/core/search/read/describePage.ts describeRange',
    'src/vscode/shared/network.ts refreshLimits',
    'src/core/search/page/viewOfPage.ts unseenOrder',
    'src/webview/columnsPopup.tsx pickable',
    'src/webview/combobox.tsx completedInput',
    'src/webview/combobox.tsx completedPart',
    'src/webview/combobox.tsx optionAfter',
    'src/webview/jsonText.tsx jsonTokens',
    'src/webview/hitCells.tsx startBefore',
    'src/webview/hits.tsx gridCellAfter',
    'src/webview/textColors.ts contrast',
    'src/webview/textColors.ts readableOn',
    'src/webview/textColors.ts rgbOf',
    'src/webview/documentTree.tsx foldedAtFirst',
    'src/webview/documentTree.tsx ownerLineOf',
    'src/webview/documentTree.tsx visibleLines',
  ],
  'is fed with hostile texts, or with recordings, by itself': [
    'src/core/proxy/api/readInventory.ts readVersion',
    'src/core/proxy/compare/normalize.ts withoutProvider',
    'src/core/proxy/routing/normalizeRequest.ts parseTarget',
    'src/core/proxy/routing/urlText.ts trimmedUrl',
    'src/core/proxy/rules/requestTarget.ts percent',
    'src/core/proxy/rules/unmatchable.ts requiredCharacters',
  ],
};

/** Names of files that stand twice because they are one thing: reason by name. */
const sharedFileNames: Readonly<Record<string, string>> = {
  'main.ts': 'where a bundle begins: the core, the page, the command-line program, and the texts of all three',
  ...Object.fromEntries(
    ['codeLens.ts', 'completion.ts', 'definition.ts', 'diagnostics.ts', 'hover.ts'].map((name) => [
      name,
      'a feature of editors: of the files, of these beside a live proxy, and in VS Code',
    ]),
  ),
};

/** What stands in more than one file of src, as `name: file, file`. */
function namedTwice(named: readonly (readonly [name: string, file: string])[]): readonly string[] {
  const files = new Map<string, Set<string>>();
  for (const [name, file] of named) files.set(name, (files.get(name) ?? new Set()).add(file));
  return [...files].filter(([, { size }]) => size > 1).map(([name, all]) => `${name}: ${[...all].sort().join(', ')}`);
}

function exportedTwice(texts: ReadonlyMap<string, string>): readonly string[] {
  return namedTwice(
    [...texts]
      .filter(([file]) => file.startsWith('src/'))
      .flatMap(([file, text]) => [...text.matchAll(exportPattern)].map(([, name = '']) => [name, file] as const)),
  );
}

function filesNamedTwice(paths: Iterable<string>): readonly string[] {
  return namedTwice(
    [...paths]
      .filter((path) => path.startsWith('src/') && !Object.hasOwn(sharedFileNames, basename(path)))
      .map((path) => [basename(path), path]),
  );
}

describe('exports: what src exports', () => {
  it('is imported by another file', () => {
    assert.deepEqual(deadExports(sources), []);
  });

  it('is for others than tests, or for a reason', () => {
    const users = new Map([...sources].filter(([file]) => !file.startsWith('test/')));
    assert.deepEqual(deadExports(users).toSorted(), Object.values(seenByTests).flat().toSorted());
  });

  it('is found dead where nobody imports it', () => {
    const file = 'src/core/base/async/pauses.ts';
    const planted = new Map(sources).set(file, `${sources.get(file)}\nexport interface Nobody {}\n`);
    assert.deepEqual(deadExports(planted), [`${file} Nobody`]);
  });

  it('has one name for one thing', () => {
    assert.deepEqual(exportedTwice(sources), []);
    const file = 'src/core/base/async/nextTurn.ts';
    const planted = new Map(sources).set(file, `${sources.get(file)}\nexport interface Pauses {}\n`);
    assert.deepEqual(exportedTwice(planted), [`Pauses: ${file}, src/core/base/async/pauses.ts`]);
  });

  it('stands in files of which no two have one name', () => {
    assert.deepEqual(filesNamedTwice(sources.keys()), []);
    const planted = ['src/webview/steps.ts', 'src/core/base/async/steps.ts', 'src/check/main.ts', 'src/core/main.ts'];
    assert.deepEqual(filesNamedTwice(planted), ['steps.ts: src/core/base/async/steps.ts, src/webview/steps.ts']);
  });
});
