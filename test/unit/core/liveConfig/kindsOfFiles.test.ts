import assert from 'node:assert/strict';
import { openHttpClient } from '../../../../src/core/base/http/openHttpClient';
import { completionAt } from '../../../../src/core/config/files/completion';
import { isSameObject, nameAt, namesIn } from '../../../../src/core/config/files/definition';
import { FollowedNames } from '../../../../src/core/config/files/followedNames';
import { routerDeclaredAt, routerPartAt } from '../../../../src/core/config/files/hover';
import type { IndexedConfig } from '../../../../src/core/config/files/indexedConfig';
import { type ConfigGroup, readConfigFiles } from '../../../../src/core/config/files/readConfigFiles';
import { liveLines, prepareLiveLines } from '../../../../src/core/liveConfig/codeLens';
import { completionNames } from '../../../../src/core/liveConfig/completion';
import { originsOfItem } from '../../../../src/core/liveConfig/definition';
import { livePartTooltips, liveTooltips } from '../../../../src/core/liveConfig/hover';
import { liveRouterOf, problemsAmong, type ReadProxy } from '../../../../src/core/liveConfig/readProxies';
import { readInventory } from '../../../../src/core/proxy/api/readInventory';
import { itemOf } from '../../../../src/core/proxy/model/inventory';
import { type RunningTraefik, startTraefik } from '../../../servers/traefik/index';
import { recordedListing } from '../../../servers/traefik/recordedListing';
import { endpointAt } from '../base/http/endpointAt';
import { ingressFile, ingressRouters, kindsOfFiles, loadedRouters } from './kindsOfFiles';

for (const [syntax, kinds] of Object.entries(kindsOfFiles)) {
  describe(`kindsOfFiles: files of a folder with dynamic ${syntax.toUpperCase()}, beside a proxy`, () => {
    const files = [...kinds, { name: 'ingress.yaml', text: ingressFile }];
    const texts = new Map(files.map(({ name, text }) => [name, text]));
    const names = new FollowedNames(
      { list: async () => [...texts.keys()], textOf: async (path) => texts.get(path) },
      files.length + 1,
    );
    let index: IndexedConfig;
    let traefik: RunningTraefik;
    let proxy: ReadProxy;

    before(async () => {
      traefik = await startTraefik();
      traefik.replace('http/routers', [...recordedListing('http-routers'), ...loadedRouters]);
      const client = openHttpClient(endpointAt(traefik.url));
      const { signal } = new AbortController();
      proxy = { endpointId: 'edge', name: 'edge', isBound: true, inventory: await readInventory(client, signal) };
      await client.close();
      await prepareLiveLines([proxy], signal);
      index = await names.read(signal);
    });
    after(() => traefik.close());

    /** Where the objects of one kind are declared that are called so: `file:line`, from 1. */
    const declared = (isMeant: (object: Parameters<typeof isSameObject>[0]) => boolean): readonly string[] =>
      index.names
        .filter(({ role, object }) => role === 'declaration' && isMeant(object))
        .map(({ place: { path, start } }) => `${path}:${start.line + 1}`);
    const origins = (name: string): readonly string[] => {
      const item = itemOf(proxy.inventory, { protocol: 'http', kind: 'routers', name }) ?? assert.fail(name);
      const { places, isCertain } = originsOfItem(item, proxy.inventory, index);
      assert.ok(isCertain);
      return places.map(({ path, start }) => `${path}:${start.line + 1}`);
    };

    for (const { name, text, lenses, problem, mend, router, symbol, hovered, definition, completion } of kinds) {
      const groupsOf = (now: string) => readConfigFiles([{ path: name, text: now }]);
      const endOf = (part: string, within = text): number => {
        assert.ok(within.includes(part), part);
        return within.indexOf(part) + part.length;
      };
      const problemsOf = (groups: readonly ConfigGroup[]) =>
        problemsAmong({ files: [], groups }, [proxy], new AbortController().signal);
      const mended = async (): Promise<string> => {
        const at = endOf(mend.at);
        const fix = (await problemsOf(groupsOf(text)))
          .filter(({ range }) => range.path === name && range.start <= at && at <= range.end)
          .map((one) => one.fix)
          .find((one) => one !== undefined && (one.title ?? `Change to “${one.text}”`) === mend.name);
        assert.ok(fix, mend.name);
        return text.slice(0, fix.range.start) + fix.text + text.slice(fix.range.end);
      };

      const linesOf = (groups: readonly ConfigGroup[]) =>
        liveLines(groups, name, { read: [proxy], unread: undefined, hasAny: true });

      it(`${name} has the proxy at its top, above each object what is wrong with it there, and its problem`, async () => {
        const groups = groupsOf(text);
        const [top, ...others] = linesOf(groups).map((line) => line.text);
        assert.match(top ?? '', /^edge · read \d\d:\d\d · Change…$/);
        assert.deepEqual(others.sort(), [...lenses].sort());
        const messages = (await problemsOf(groups)).map(({ message }) => message);
        assert.ok(
          messages.some((message) => message.includes(problem)),
          messages.join('\n'),
        );
      });

      it(`${name} is mended by a quick fix, and its rule then leads to its router`, async () => {
        const now = await mended();
        assert.ok(now.includes(mend.after), now);
        const at = endOf(router.rule, now);
        assert.equal(routerPartAt(groupsOf(now), name, at)?.kind, 'rule');
        const declaration = routerDeclaredAt(groupsOf(now), name, at) ?? assert.fail('no router');
        assert.deepEqual(liveRouterOf(declaration, [proxy]), {
          endpointId: 'edge',
          protocol: 'http',
          kind: 'routers',
          name: router.name,
        });
        const ref = { endpointId: 'edge', protocol: 'http', kind: 'routers', name: router.name };
        const shown = linesOf(groupsOf(now)).filter(({ to }) => to.is === 'item' && to.ref.name === router.name);
        assert.deepEqual(
          shown.map((line) => [line.text, line.to]),
          [['2 of 3 up', { is: 'item', condition: 'partlyDown', ref }]],
        );
      });

      it(`${name} has symbols, and its line is found from the row`, async () => {
        assert.deepEqual(
          declared((object) => object.name === symbol.name),
          [`${name}:${symbol.line}`],
        );
        const readWith = async (now: string): Promise<void> => {
          texts.set(name, now);
          names.noteChanged(name);
          index = await names.read(new AbortController().signal);
        };
        await readWith(await mended());
        assert.deepEqual(origins(router.name), [`${name}:${router.line}`]);
        await readWith(text);
      });

      it(`${name} tells on hovering what the proxy knows of a name`, () => {
        const groups = groupsOf(text);
        const at = endOf(hovered.at);
        const part = routerPartAt(groups, name, at);
        const object = nameAt(namesIn(groups), name, at)?.object;
        const told = part !== undefined ? livePartTooltips(part, [proxy]) : object && liveTooltips(object, [proxy]);
        assert.deepEqual(
          told?.map((one) => `${one.proxy}: ${one.title}`),
          [hovered.told],
        );
      });

      it(`${name} leads from a name to where it is declared`, () => {
        const at = text.indexOf(definition.from);
        const place = nameAt(namesIn(groupsOf(text)), name, at) ?? assert.fail(definition.from);
        assert.deepEqual(
          declared((object) => isSameObject(object, place.object)),
          [`${definition.file}:${definition.line}`],
        );
      });

      it(`${name} is completed with the names that can be written there`, () => {
        const at = endOf(completion.after);
        const typed = text.slice(0, at) + completion.typed + text.slice(at);
        const place = completionAt(typed, at + completion.typed.length) ?? assert.fail('nothing can be written there');
        const source = groupsOf(text)[0]?.source ?? assert.fail('no group');
        const objects = index.names.flatMap(({ role, object }) => (role === 'declaration' ? [object] : []));
        const offered = completionNames(place, source.provider, objects, [proxy]).map((one) => one.text);
        assert.ok(offered.includes(completion.offered), offered.join());
      });
    }

    it('are searched for the Ingress that Traefik names, otherwise for the one of the router’s name', () => {
      assert.deepEqual(origins(ingressRouters[0].name), ['ingress.yaml:9']);
      assert.deepEqual(origins(ingressRouters[1].name), ['ingress.yaml:14']);
    });
  });
}
