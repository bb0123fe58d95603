import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { findLocalServers, type SeenServer, usualPorts } from '../../core/addressProbe/tryAddress';
import type { PastedAddress } from '../../core/base/endpoints/endpointUrl';
import { isRequestFailure } from '../../core/base/errors/failure';
import { readPublishedPorts } from '../../core/config/files/readConfig';
import { largestFile } from '../../core/config/source/mayDeclare';
import type { ClientRegistry } from '../shared/clientRegistry';
import { ask, type QuickAnswer } from '../shared/quickInput';
import { escapeForLabel } from '../shared/sanitize';

interface SeenRow extends vscode.QuickPickItem {
  /** Absent for a row with a message only. */
  readonly address?: PastedAddress;
}

/**
 * Looks for servers on this machine, shows the tried ports, and asks which servers to add. Escape cancels it.
 *
 * @param canGoBack whether there is a question before this one
 */
export async function pickSeenServers(
  clients: ClientRegistry,
  canGoBack: boolean,
): Promise<QuickAnswer<readonly PastedAddress[]>> {
  const { all, text: ports } = await portsToAsk();
  const list = vscode.window.createQuickPick<SeenRow>();
  list.placeholder = l10n.t('Checking ports {0} of localhost…', ports);
  list.busy = true;
  const closing = new AbortController();
  const place = { title: l10n.t('Find Local Endpoints'), canGoBack };
  const answer = ask<readonly PastedAddress[], SeenRow>(list, place, (done) => [
    list.onDidAccept(() => {
      const chosen = list.selectedItems.flatMap(({ address }) => address ?? []);
      if (chosen.length > 0) done({ value: chosen });
    }),
    list.onDidHide(() => closing.abort()),
  ]);
  try {
    const seen = await findLocalServers(all, clients.trial, closing.signal);
    const added = await addedUrls(clients);
    list.busy = false;
    if (seen.length === 0) {
      list.placeholder = l10n.t('Checked ports {0} of localhost', ports);
      list.items = [{ label: `$(info) ${l10n.t('No Traefik, Elasticsearch, or OpenSearch responds there.')}` }];
    } else {
      list.placeholder = l10n.t('Select endpoints to add (checked ports {0})', ports);
      list.canSelectMany = true;
      list.items = seen.map((one) => rowOf(one, added.has(one.url)));
      list.selectedItems = list.items.filter((_, at) => {
        const one = seen[at];
        return one?.outcome.type === 'found' && !added.has(one.url);
      });
    }
  } catch (error) {
    if (!closing.signal.aborted) throw error;
  }
  return answer;
}

/** The addresses of the stored endpoints. Those of this machine count as `localhost`. */
async function addedUrls(clients: ClientRegistry): Promise<ReadonlySet<string>> {
  const stored = await (await clients.store()).list();
  return new Set(
    stored.flatMap((one) =>
      one.state === 'ready' ? one.endpoint.url.replace(/\/\/(?:127\.0\.0\.1|\[::1\])(?=[:/]|$)/, '//localhost') : [],
    ),
  );
}

function rowOf({ url, likely, outcome }: SeenServer, isAdded: boolean): SeenRow {
  const isSearch = outcome.type === 'found' && outcome.kind === 'search';
  return {
    label: `$(${isSearch ? 'search' : 'server-environment'}) ${url}`,
    description: whatOf(outcome),
    ...(isAdded && { detail: l10n.t('Already added') }),
    address: { url, likely },
  };
}

/** The kind of a server, or its requirement. */
function whatOf(outcome: SeenServer['outcome']): string {
  switch (outcome.type) {
    case 'found': {
      const product = outcome.product ?? l10n.t('Search engine');
      return outcome.version === undefined ? product : `${product} ${outcome.version}`;
    }
    case 'credentials':
      return l10n.t('Requires credentials');
    case 'certificate':
      return l10n.t('Certificate not trusted');
    case 'host':
      return l10n.t('Responds like Traefik, but to an unknown host name');
  }
}

/** The user waits for this. */
const longestReadMs = 5_000;

/**
 * The usual ports, and those that the compose file in the active editor publishes on this machine.
 *
 * @returns `text`: all of them for the user, with the name of the file for those that are not usual
 */
export async function portsToAsk(): Promise<{ readonly all: readonly number[]; readonly text: string }> {
  const usual = usualPorts.join(', ');
  const { activeTextEditor } = vscode.window;
  const found = activeTextEditor === undefined ? [] : await portsIn(activeTextEditor.document);
  const published = found.filter((port) => !usualPorts.includes(port));
  if (activeTextEditor === undefined || published.length === 0) return { all: usualPorts, text: usual };
  const name = activeTextEditor.document.uri.path.split('/').at(-1) ?? '';
  return {
    all: [...usualPorts, ...published],
    // The file's ports come first, because a field is narrow.
    text: l10n.t('{0} of {1}, and {2}', published.join(', '), escapeForLabel(name, 60), usual),
  };
}

async function portsIn(document: vscode.TextDocument): Promise<readonly number[]> {
  const { languageId, uri } = document;
  if (languageId !== 'yaml' && languageId !== 'dockercompose' && !/\.ya?ml$/i.test(uri.path)) return [];
  const text = document.getText();
  if (text.length > largestFile || !text.includes('services') || !text.includes('ports')) return [];
  try {
    return await readPublishedPorts({ path: uri.path, text }, AbortSignal.timeout(longestReadMs));
  } catch (error) {
    // The usual ports are tried nevertheless.
    if (isRequestFailure(error)) return [];
    throw error;
  }
}
