import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { endpointExposures } from '../../core/base/endpoints/exposure';
import { maskText, secretMask } from '../../core/base/secrets/secretsInText';
import { serverHealthNames } from '../../core/proxy/describe/labels';
import type { Grouping, Sorting } from '../../core/proxy/describe/viewOptions';
import { findingsOf } from '../../core/proxy/findings/findings';
import {
  endpointFindings,
  ignoredEntryOf,
  ignoredKeyOf,
  parseFindingRef,
} from '../../core/proxy/findings/ignoredFindings';
import { healthOfServer } from '../../core/proxy/model/health';
import type { Item } from '../../core/proxy/model/model';
import { shownUrl } from '../../core/proxy/secrets/secrets';
import { endpointIdOf } from '../shared/chooseEndpoint';
import type { ClientRegistry } from '../shared/clientRegistry';
import type { CommandHandlers } from '../shared/commands';
import { subjectRefOf } from '../shared/documentUris';
import { findSubject } from '../shared/findSubject';
import { Commands, Settings } from '../shared/ids';
import { changeSetting } from '../shared/ownSettings';
import type { Filters } from '../shared/proxyFilters';
import { pickValue, type QuickChoice } from '../shared/quickInput';
import { escapeForLabel } from '../shared/sanitize';
import { storeEdit } from '../shared/storeEdit';
import type { EndpointTree } from './endpointTree';
import { filterProxies } from './filter';
import { findItem } from './find';
import { openDashboard, openInBrowser, setPublicAddress } from './openInBrowser';

export function proxyCommands({
  clients,
  filters,
  proxies,
}: {
  readonly clients: ClientRegistry;
  readonly filters: Filters;
  readonly proxies: EndpointTree;
}) {
  return {
    [Commands.refresh]: () => proxies.refresh(),
    [Commands.stopRefresh]: () => clients.stopReading(),
    [Commands.revealInTree]: async (argument) => proxies.reveal((await subjectRefOf(argument)) ?? argument),
    [Commands.find]: (node) => findItem(clients, node, proxies.selectedEndpointId()),
    // VS Code gives the focused row to a command of the view's title, which is about all of them.
    [Commands.findInAll]: () => findItem(clients, undefined, proxies.selectedEndpointId()),
    [Commands.filter]: (node) => filterProxies(clients, filters, proxies, node),
    [Commands.clearFilter]: (node) => filters.clear(endpointIdOf(node)),
    [Commands.ignoreFinding]: (finding) => ignoreFinding(clients, finding, true),
    [Commands.stopIgnoringFinding]: (finding) => ignoreFinding(clients, finding, false),
    [Commands.groupBy]: groupBy,
    [Commands.sortBy]: sortBy,
    [Commands.copyName]: copyName,
    [Commands.copy]: (argument) => copyPart(clients, argument),
    [Commands.openDashboard]: (argument) => openDashboard(clients, argument),
    [Commands.openInBrowser]: (argument) => openInBrowser(clients, argument),
    [Commands.setPublicAddress]: (argument) => setPublicAddress(clients, argument),
  } satisfies CommandHandlers;
}

function groupBy(): Promise<void> {
  return chooseSetting<Grouping>(Settings.groupBy, l10n.t('Group By'), l10n.t('Select how to group the Proxies view'), [
    {
      label: l10n.t('Kind'),
      description: l10n.t('Routers, services, and middlewares of each protocol'),
      value: 'kind',
    },
    {
      label: l10n.t('Provider'),
      description: l10n.t('Items of each provider, such as docker, file, or kubernetescrd'),
      value: 'provider',
    },
    {
      label: l10n.t('Entry point'),
      description: l10n.t('Routers of each entry point, then services and middlewares'),
      value: 'entryPoint',
    },
  ]);
}

function sortBy(): Promise<void> {
  return chooseSetting<Sorting>(Settings.sortBy, l10n.t('Sort By'), l10n.t('Select how to sort the Proxies view'), [
    {
      label: l10n.t('Status'),
      description: l10n.t('The worst first: errors, all servers down, warnings, partially down'),
      value: 'status',
    },
    { label: l10n.t('Name'), description: l10n.t('From A to Z'), value: 'name' },
    { label: l10n.t('Priority'), description: l10n.t('Routers by priority, highest first'), value: 'priority' },
  ]);
}

async function chooseSetting<T extends string>(
  key: string,
  title: string,
  placeholder: string,
  choices: readonly [QuickChoice<T>, ...QuickChoice<T>[]],
): Promise<void> {
  const present: unknown = vscode.workspace.getConfiguration(Settings.section).get(key);
  const active = (choices.find(({ value }) => value === present) ?? choices[0]).value;
  const marked = choices.map((choice) => ({
    ...choice,
    iconPath: new vscode.ThemeIcon(choice.value === active ? 'check' : 'blank'),
  }));
  const chosen = await pickValue({ title, placeholder, choices: marked, active });
  if (chosen !== undefined) await changeSetting(key, chosen);
}

/**
 * Ignores a finding of an endpoint, or shows it again. This is stored with the endpoint, so that all windows apply it;
 * the row moves to the group of ignored findings, or back.
 *
 * @param argument the finding's row, or its reference in a document; any other value does nothing
 */
async function ignoreFinding(clients: ClientRegistry, argument: unknown, isIgnored: boolean): Promise<void> {
  const ref = parseFindingRef(argument);
  const store = await clients.store();
  const endpoint = ref && (await store.get(ref.endpointId));
  if (ref === undefined || endpoint === undefined) return;
  const shared = await clients.inventory(ref.endpointId);
  const found = await findingsOf(shared.latest ?? (await shared.read()));
  if (found === undefined) return;
  const { list, ignored = [] } = endpointFindings({
    found,
    exposures: endpointExposures(endpoint),
    ignored: endpoint.ignored,
  });
  const finding = (isIgnored ? list : ignored).find(({ kind, key }) => kind === ref.of && key === ref.key);
  // The finding may be gone since.
  if (finding === undefined) return;
  const { [ignoredKeyOf(finding)]: _, ...others } = endpoint.ignored ?? {};
  const now = isIgnored ? { ...others, [ignoredKeyOf(finding)]: ignoredEntryOf(finding) } : others;
  await storeEdit(store, endpoint, { ignored: Object.keys(now).length === 0 ? undefined : now });
}

/** Copies the name of a router, service or middleware as the API has it. */
async function copyName(node: unknown): Promise<void> {
  if (typeof node !== 'object' || node === null || !('name' in node) || typeof node.name !== 'string') return;
  await vscode.env.clipboard.writeText(node.name);
}

/** Copies a part of an item that the user selects, or the only one: its rule, a server's address, or its JSON. */
async function copyPart(clients: ClientRegistry, argument: unknown): Promise<void> {
  const server = serverOf(argument);
  if (server !== undefined) return copyServer(server);
  const subject = (await findSubject(clients, argument))?.subject;
  if (subject === undefined) return;
  const json = async (): Promise<void> => void (await vscode.commands.executeCommand(Commands.copyAsJson, argument));
  const choices: readonly QuickChoice<() => Promise<void>>[] = [
    ...(subject.type === 'item' ? partsOf(subject.item) : []),
    { label: `$(json) ${l10n.t('JSON')}`, value: json },
  ];
  const title = l10n.t('Copy');
  const copy =
    choices.length === 1 ? json : await pickValue({ title, placeholder: l10n.t('Select what to copy'), choices });
  await copy?.();
}

function partsOf(item: Item): readonly QuickChoice<() => Promise<void>>[] {
  if (item.kind === 'services') {
    return (item.loadBalancer?.servers ?? []).map((server) => {
      const url = server.url ?? server.address ?? '';
      return {
        label: `$(server) ${escapeForLabel(shownUrl(url))}`,
        description: serverHealthNames[healthOfServer(item, server)](),
        value: () => copyServer(url),
      };
    });
  }
  const rule = item.kind === 'routers' ? item.rule : undefined;
  if (rule === undefined) return [];
  return [
    { label: `$(symbol-string) ${l10n.t('Rule: {0}', escapeForLabel(maskText(rule)))}`, value: () => copyRule(rule) },
  ];
}

/** Copies a router's rule as it is shown, and warns if secrets are masked in it. */
async function copyRule(rule: string): Promise<void> {
  const shown = maskText(rule);
  await vscode.env.clipboard.writeText(shown);
  if (shown === rule) return;
  void vscode.window.showInformationMessage(
    l10n.t(
      'The rule was copied with its secrets masked as {0}. To see the secrets, run Reveal Secrets… on the router.',
      secretMask,
    ),
  );
}

/** Copies the URL or address of a server, without credentials. */
async function copyServer(url: string): Promise<void> {
  await vscode.env.clipboard.writeText(shownUrl(url));
}

function serverOf(argument: unknown): string | undefined {
  if (typeof argument !== 'object' || argument === null || !('url' in argument)) return undefined;
  return typeof argument.url === 'string' ? argument.url : undefined;
}
