import * as vscode from 'vscode';
import type { SubjectRef } from '../../core/proxy/model/subject';
import type { ProxyNode } from '../../core/proxy/tree/nodes';
import type { HiddenItems } from '../../core/proxy/tree/treeModel';
import { Commands } from '../shared/ids';
import { loadCore } from '../shared/loadCore';
import { escapeForNotification } from '../shared/sanitize';
import type { EndpointRoots } from './endpointRoots';
import type { EndpointTreeData } from './endpointTreeData';
import type { ProxySessions } from './proxySessions';

/** What the view of the proxies is made of. */
interface ShownTree {
  readonly view: vscode.TreeView<ProxyNode>;
  readonly data: EndpointTreeData;
  readonly roots: EndpointRoots;
  readonly sessions: ProxySessions;
}

/** Selects the row of something and focuses it; says why where it has none. */
export async function revealRow({ view, data, roots, sessions }: ShownTree, target: SubjectRef): Promise<void> {
  const { locateNode } = await loadCore();
  if (roots.all.size === 0) await data.list();
  const root = roots.all.get(target.endpointId);
  if (root === undefined) {
    void vscode.window.showWarningMessage('This endpoint was removed.');
    return;
  }
  const session = await sessions.open(root.endpointId);
  // What was set or filtered just before counts already.
  await data.redraw(root.endpointId);
  const { model } = await session.see();
  const found = locateNode(root, model, target);
  if (typeof found === 'string') await tellWhyHidden(found, target);
  else await view.reveal(await data.given(found), { select: true, focus: true });
}

/** Says why something has no row, with the button that gives it one. */
async function tellWhyHidden(why: HiddenItems | 'notListed', target: SubjectRef): Promise<void> {
  const name = escapeForNotification(target.name);
  switch (why) {
    case 'notListed':
      void vscode.window.showWarningMessage(`The proxy does not list “${name}”.`);
      return;
    case 'filtered': {
      const button = 'Clear Filter';
      const chosen = await vscode.window.showInformationMessage(`The filter hides “${name}”.`, button);
      if (chosen !== button) return;
      await vscode.commands.executeCommand(Commands.clearFilter, { endpointId: target.endpointId });
      break;
    }
    case 'builtIn': {
      const button = 'Show Built-in Items';
      const chosen = await vscode.window.showInformationMessage(`“${name}” is built in, and hidden.`, button);
      if (chosen !== button) return;
      await vscode.commands.executeCommand(Commands.showInternal);
      break;
    }
  }
  await vscode.commands.executeCommand(Commands.revealInTree, target);
}
