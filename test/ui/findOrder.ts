/** The order in which Find should list, and the one in which it does. */
import { openHttpClient } from '../../src/core/base/http/openHttpClient';
import { readInventory } from '../../src/core/proxy/api/readInventory';
import { describeFound } from '../../src/core/proxy/find/describeFound';
import { openItemFinder } from '../../src/core/proxy/find/finder';
import { type FindIndex, findIndexOf } from '../../src/core/proxy/find/findIndex';
import { escapeForLabel } from '../../src/vscode/shared/sanitize';
import type { RunningTraefik } from '../servers/traefik/index';
import { endpointAt } from '../unit/core/base/http/endpointAt';
import { untilEqual } from './waits';
import type { VSCodeWindow } from './window';

export const findCommand = 'Proxy Scout: Find in Proxies…';

/** What Find looks in, by the address of a server: nothing of what these list changes. */
const indexes = new Map<string, Promise<FindIndex>>();

async function indexOf({ url }: RunningTraefik): Promise<FindIndex> {
  const { signal } = new AbortController();
  const client = openHttpClient(endpointAt(url));
  try {
    return await findIndexOf(await readInventory(client, signal), signal);
  } finally {
    await client.close();
  }
}

/** The names that Find should list for these servers' items together, best first: those of the selected one's before its equals. */
export async function expected(
  servers: readonly RunningTraefik[],
  text: string,
  most: number,
  selected?: RunningTraefik,
): Promise<readonly string[]> {
  const finder = openItemFinder(
    servers.map(({ url }) => url),
    selected?.url,
  );
  for (const server of servers) {
    const index = indexes.get(server.url) ?? indexOf(server);
    indexes.set(server.url, index);
    finder.put(server.url, await index);
  }
  const { best, words } = finder.find(text, most);
  return best.map((one) => escapeForLabel(describeFound(one, words).name));
}

/** The rows of the quick pick from its top, as far as they are drawn: VS Code draws those in sight. */
async function rows({ quickInput }: VSCodeWindow): Promise<readonly string[]> {
  const drawn = await quickInput.widget.locator('.monaco-list-row').evaluateAll((all) =>
    all.map((one) => ({
      at: Number(one.getAttribute('data-index')),
      text: one.querySelector('.label-name')?.textContent ?? '',
    })),
  );
  return drawn.sort((a, b) => a.at - b.at).map(({ text }) => text.replaceAll('\u00a0', ' '));
}

/** Waits until the list's rows begin as they should. Their order is what is tested, so all are awaited together. */
export async function listed(window: VSCodeWindow, names: readonly string[]): Promise<void> {
  const begin = async () => (await rows(window)).slice(0, names.length);
  await untilEqual(
    async () => (await begin()).map((text, at) => text.slice(0, names[at]?.length)),
    names.map((name) => name.replaceAll('\u00a0', ' ')),
  );
}
