/** A person uses in each kind of file, in the dark and in the light, what the editor knows of the proxy. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type RunningTraefik, startTraefik } from '../servers/traefik/index';
import type { GoValue } from '../servers/traefik/json-text';
import { activeTab, codeLensTexts, cursorPlace, openFile, putCursor, shownProblems } from './editing';
import { describeWorkbench, type Workbench } from './harness';
import { addEndpoint, asked, foldView, widenSideBar } from './person';
import { recordedListing } from './recorded';
import { repeatUntil, until, untilEqual } from './waits';

const COMPOSE = `name: shop
services:
  cart:
    image: shop/cart
    labels:
      - traefik.enable=true
      - traefik.http.routers.cart.rule=Host(\`cart.example.test\`)
      - traefik.http.routers.cart.entrypoints=websecure
      - traefik.http.routers.cart.middlewares=auth@file,secure@docker
`;

const DYNAMIC = `http:
  routers:
    no-middleware:
      rule: Host(\`gone2.example.test\`)
      middlewares: [missing@docker, auth]
      service: shop
  services:
    shop:
      loadBalancer:
        servers: [{ url: http://127.0.0.1:9101 }]
  middlewares:
    auth:
      headers: { frameDeny: true }
`;

const ROUTE = `apiVersion: traefik.io/v1alpha1
kind: IngressRoute
metadata:
  name: orders
  namespace: shop
spec:
  entryPoints: [websecure]
  routes:
    - match: Host(\`orders.example.test\`)
      kind: Rule
      middlewares:
        - name: strip
      services:
        - name: orders
          port: 80
---
apiVersion: traefik.io/v1alpha1
kind: Middleware
metadata:
  name: strip
  namespace: shop
spec:
  stripPrefix:
    prefixes: [/orders]
`;

const ORDERS = 'shop-orders-e1d5e8776006603f8825@kubernetescrd';

/** What one reads and does in a file, always the same five things. */
interface KindOfFile {
  readonly name: string;
  readonly text: string;
  readonly lenses: readonly string[];
  /** What the proxy says of it, among the problems. */
  readonly problem: string;
  /** A name to hover, and what is told of it. */
  readonly hovered: { readonly at: string; readonly told: string };
  /** A name whose declaration is gone to, and where that is. */
  readonly definition: { readonly from: string; readonly file: string; readonly line: number };
  /** What is typed where, and what is offered. */
  readonly completion: { readonly after: string; readonly typed: string; readonly offered: string };
}

const kinds: readonly KindOfFile[] = [
  {
    name: 'compose.yml',
    text: COMPOSE,
    lenses: ['edge: disabled · middleware "secure@docker" does not exist · priority 25'],
    problem: 'The proxy reports: middleware "secure@docker" does not exist',
    hovered: { at: 'http.routers.c', told: 'edge: Router cart@docker' },
    definition: { from: 'auth@file', file: 'dynamic.yml', line: 12 },
    completion: { after: 'secure@docker', typed: ',api-s', offered: 'api-strip@file' },
  },
  {
    name: 'dynamic.yml',
    text: DYNAMIC,
    lenses: [
      'edge: disabled · middleware "missing@docker" does not exist · priority 26',
      'edge: enabled · 2 of 3 up',
      'not on edge',
    ],
    problem: 'The proxy reports: middleware "missing@docker" does not exist',
    hovered: { at: 'no-mid', told: 'edge: Router no-middleware@file' },
    definition: { from: 'auth]', file: 'dynamic.yml', line: 12 },
    completion: { after: 'missing@docker, auth', typed: ', api-s', offered: 'api-strip' },
  },
  {
    name: 'route.yaml',
    text: ROUTE,
    lenses: ['edge: disabled · middleware "shop-strip@kubernetescrd" does not exist · priority 27', 'not on edge'],
    problem: 'The proxy reports: middleware "shop-strip@kubernetescrd" does not exist',
    hovered: { at: 'Host(`ord', told: `edge: Router ${ORDERS}` },
    definition: { from: 'strip\n      services', file: 'route.yaml', line: 20 },
    completion: { after: '- name: strip', typed: '', offered: 'strip' },
  },
];

/** Routers that Traefik made of the compose file and of the IngressRoute. */
const ROUTERS: readonly GoValue[] = [
  {
    ...router('cart@docker', 'Host(`cart.example.test`)', 25n, 'secure@docker'),
    service: 'cart-shop',
    middlewares: ['auth@file', 'secure@docker'],
  },
  {
    ...router(ORDERS, 'Host(`orders.example.test`)', 27n, 'shop-strip@kubernetescrd'),
    service: ORDERS.slice(0, ORDERS.indexOf('@')),
    middlewares: ['shop-strip@kubernetescrd'],
  },
];

function router(name: string, rule: string, priority: bigint, missing: string) {
  const error = [`middleware "${missing}" does not exist`];
  const provider = name.slice(name.indexOf('@') + 1);
  return {
    entryPoints: ['websecure'],
    rule,
    priority,
    error,
    status: 'disabled',
    using: ['websecure'],
    name,
    provider,
  };
}

for (const colorScheme of ['dark', 'light'] as const) {
  describeWorkbench(`a person who edits each kind of file in a ${colorScheme} theme`, (walk) => {
    let edge: RunningTraefik;
    let workbench: Workbench;

    before(async () => {
      const folder = await walk.folder();
      await Promise.all(kinds.map(({ name, text }) => writeFile(join(folder, name), text)));
      edge = await walk.closes(startTraefik());
      edge.replace('http/routers', [...recordedListing('http-routers'), ...ROUTERS]);
      workbench = await walk.open({ workspaceFolder: folder, settings: { 'window.autoDetectColorScheme': true } });
      await workbench.page.emulateMedia({ colorScheme });
      await workbench.page.locator(`.monaco-workbench.${colorScheme === 'dark' ? 'vs-dark' : 'vs'}`).waitFor();
      await widenSideBar(workbench, 300);
      await foldView(workbench, 'Search');
      await addEndpoint(workbench, { kind: 'proxy', name: 'edge', url: edge.url });
      await openFile(workbench, 'compose.yml');
      await workbench.commandPalette('Proxy Scout: Connect File to Proxy…');
      await asked(workbench, 'edge');
      await workbench.quickInput.pick('edge');
      await workbench.page.keyboard.press('Control+Shift+m');
    });

    for (const { name, text, lenses, problem, hovered, definition, completion } of kinds) {
      /** The line and the column where a text begins or ends. */
      const placeOf = (part: string, at: 'start' | 'end'): [line: number, column: number] => {
        const found = text.indexOf(part);
        assert.notEqual(found, -1, part);
        const before = text.slice(0, found + (at === 'end' ? part.length : 0)).split('\n');
        return [before.length, (before.at(-1) ?? '').length + 1];
      };

      it(`reads in ${name} what the proxy made of it`, async () => {
        await openFile(workbench, name);
        await untilEqual(() => codeLensTexts(workbench), [...lenses].sort());
        await until(async () => (await shownProblems(workbench)).some((one) => one.includes(problem)));
      });

      it(`reads in ${name} on hovering what the proxy knows of it`, async () => {
        const hover = workbench.page.locator('.monaco-hover:visible', { hasText: hovered.told });
        await putCursor(workbench, ...placeOf(hovered.at, 'end'));
        await repeatUntil(hover, () => workbench.commandPalette('Show or Focus Hover'));
        await workbench.screenshot(`config-${colorScheme}-${name}`);
        await workbench.page.keyboard.press('Escape');
      });

      it(`goes in ${name} from a name to where it is declared`, async () => {
        await putCursor(workbench, ...placeOf(definition.from, 'start'));
        const there = cursorPlace(workbench, new RegExp(`^Ln ${definition.line}, Col`));
        await repeatUntil(there, () => workbench.page.keyboard.press('F12'));
        await activeTab(workbench, definition.file).waitFor();
      });

      it(`is offered in ${name} the names that can be written there`, async () => {
        await openFile(workbench, name);
        await putCursor(workbench, ...placeOf(completion.after, 'end'));
        await workbench.page.keyboard.type(completion.typed);
        const offered = workbench.page.locator('.suggest-widget .monaco-list-row', { hasText: completion.offered });
        await repeatUntil(offered.first(), () => workbench.page.keyboard.press('Control+Space'));
        await workbench.page.keyboard.press('Escape');
        await workbench.page.keyboard.press('Control+z');
      });
    }
  });
}
