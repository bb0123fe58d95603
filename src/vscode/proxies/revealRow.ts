import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { isRequestFailure } from '../../core/base/errors/failure';
import type { SubjectRef } from '../../core/proxy/model/subject';
import { locateNode, placesOfMatches } from '../../core/proxy/tree/locateNode';
import type { ProxyNode } from '../../core/proxy/tree/nodes';
import { type ClientRegistry, endpointGone } from '../shared/clientRegistry';
import { Commands } from '../shared/ids';
import { escapeForNotification } from '../shared/sanitize';
import type { EndpointRoots } from './endpointRoots';
import type { EndpointTreeData } from './endpointTreeData';

/** The parts of the Proxies view. */
interface ShownTree {
  readonly view: vscode.TreeView<ProxyNode>;
  readonly data: EndpointTreeData;
  readonly roots: EndpointRoots;
  readonly clients: ClientRegistry;
}

/** Selects and focuses the row of a subject. If it has none, shows the reason. */
export async function revealRow({ view, data, roots, clients }: ShownTree, target: SubjectRef): Promise<void> {
  if (roots.ids().length === 0) await data.list();
  const root = roots.get(target.endpointId);
  if (root === undefined) {
    void vscode.window.showWarningMessage(endpointGone());
    return;
  }
  const session = await clients.session(root.endpointId);
  // Applies settings and filters that have just changed.
  await data.redraw(root.endpointId);
  const { model } = await session.see();
  const found = locateNode(root, model, target);
  // Who goes on to something else does not wait for an answer.
  if (typeof found === 'string') void showWhyHidden(found, target);
  else await view.reveal(await data.given(found), { select: true, focus: true });
}

/** Expands, selects, and focuses the row of an endpoint, if it is a proxy. */
export async function revealEndpoint({ view, data, roots }: ShownTree, endpointId: string): Promise<void> {
  if (roots.get(endpointId) === undefined) await data.list();
  const root = roots.get(endpointId);
  if (root !== undefined) await view.reveal(root, { select: true, focus: true, expand: true });
}

/** Shows the reason why a subject has no row, with a button that makes the row visible. */
async function showWhyHidden(why: 'filtered' | 'notListed', target: SubjectRef): Promise<void> {
  const name = escapeForNotification(target.name);
  if (why === 'notListed') {
    void vscode.window.showWarningMessage(l10n.t('The proxy does not list “{0}”.', name));
    return;
  }
  const button = l10n.t('Clear Filter');
  const chosen = await vscode.window.showInformationMessage(l10n.t('The filter hides “{0}”.', name), button);
  if (chosen !== button) return;
  await vscode.commands.executeCommand(Commands.clearFilter, { endpointId: target.endpointId });
  await vscode.commands.executeCommand(Commands.revealInTree, target);
}

/** Expands the rows that match an endpoint's filter, if they are few. Keeps the selection. */
export async function unfoldMatches({ view, data, roots, clients }: ShownTree, endpointId: string): Promise<void> {
  const root = roots.get(endpointId);
  if (root?.state !== 'ready') return;
  const session = await clients.session(endpointId);
  await data.redraw(endpointId);
  try {
    const { model } = await session.see();
    const open = { select: false, focus: false, expand: true };
    await view.reveal(root, open);
    // From the bottom, so that the first matches are visible in the end.
    for (const place of placesOfMatches(root, model).toReversed()) await view.reveal(await data.given(place), open);
  } catch (error) {
    // The endpoint's own rows show the failure.
    if (!isRequestFailure(error)) throw error;
  }
}
