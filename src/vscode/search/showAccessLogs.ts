import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { accessLogName, type WhyNoLogs, whyNoAccessLogs } from '../../core/accessLogs/accessLogNames';
import { accessLogQuestion } from '../../core/accessLogs/accessLogQuestion';
import type { RememberedPlace } from '../../core/accessLogs/logLayouts';
import type { Router, Service } from '../../core/proxy/model/model';
import { chooseReadyEndpoint } from '../shared/chooseEndpoint';
import { findSubject } from '../shared/findSubject';
import { escapeForNotification } from '../shared/sanitize';
import { askAccessLogPlace, listedPlace, placeAsItIsNow } from './accessLogPlace';
import type { AccessLogs } from './accessLogs';
import type { SearchPanels } from './searchPanels';

/** Searches for the access logs of a router or service, if there can be any. Asks for their place once per proxy. */
export async function showAccessLogs(logs: AccessLogs, panels: SearchPanels, argument: unknown): Promise<void> {
  const found = await findSubject(logs.clients, argument);
  if (found?.subject.type !== 'item') return;
  const { inventory, ref } = found;
  const { item } = found.subject;
  if (item.kind === 'middlewares') return;
  const why = whyNoAccessLogs(item, inventory);
  if (why !== undefined && !(await wantsAnyway(why, item))) return;
  const place = await placeOf(logs, { id: ref.endpointId, name: found.endpointName });
  if (place === undefined) return;
  const question = accessLogQuestion(accessLogName(item, inventory), place);
  await panels.ask(place.searchEndpointId, question, { columns: place.layout.columns });
}

/** Old lines may exist, unless the protocol has none. */
async function wantsAnyway(why: WhyNoLogs, { kind, name, protocol }: Router | Service): Promise<boolean> {
  const what = escapeForNotification(name);
  switch (why) {
    case 'protocol':
      void vscode.window.showInformationMessage(
        l10n.t('Traefik only writes access logs for HTTP, not for {0}.', protocol.toUpperCase()),
      );
      return false;
    case 'proxy':
      return isChosen(
        l10n.t('This proxy does not write access logs. To enable them, set accessLog in its static configuration.'),
      );
    case 'routers':
      return isChosen(
        kind === 'routers'
          ? l10n.t('Access logs are disabled for “{0}” (observability.accessLogs is false).', what)
          : l10n.t('Access logs are disabled for all routers of “{0}” (observability.accessLogs is false).', what),
      );
  }
}

async function isChosen(sentence: string): Promise<boolean> {
  const button = l10n.t('Search Anyway');
  return (await vscode.window.showInformationMessage(sentence, button)) === button;
}

/** The place of a proxy's access logs: as remembered if it still exists, otherwise from the workspace or the user. */
async function placeOf(
  logs: AccessLogs,
  proxy: { readonly id: string; readonly name: string },
): Promise<RememberedPlace | undefined> {
  const before = await logs.of(proxy.id);
  const now = before && (await placeAsItIsNow(logs, before));
  if (now !== undefined) {
    if (JSON.stringify(now) !== JSON.stringify(before)) await logs.remember(proxy.id, now);
    return now;
  }
  const place = (await listedPlace(logs, proxy.id)) ?? (await askAccessLogPlace(logs, proxy, before));
  if (place !== undefined) await logs.remember(proxy.id, place);
  return place;
}

/** Asks the user for the place of a proxy's access logs, even if it is already known, and remembers it. */
export async function chooseAccessLogs(logs: AccessLogs, argument: unknown): Promise<void> {
  const stored = await chooseReadyEndpoint(logs.clients, argument, {
    placeholder: l10n.t('Select a proxy'),
    kind: 'proxy',
  });
  if (stored === undefined) return;
  const { id, name } = stored.hint;
  const place = await askAccessLogPlace(logs, { name }, await logs.of(id));
  if (place === undefined) return;
  await logs.remember(id, place);
  void vscode.window.showInformationMessage(
    l10n.t(
      'Access logs of “{0}” are now searched in “{1}”.',
      escapeForNotification(name),
      escapeForNotification(place.index),
    ),
  );
}
