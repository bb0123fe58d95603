import * as vscode from 'vscode';
import type { SubjectRef } from '../../core/proxy/model/subject';
import type { Hidden } from '../../core/proxy/tree/scene';
import { Commands } from '../shared/ids';
import { inNotification } from '../shared/inert';

/** Says why something has no row, with the button that gives it one. */
export async function tellWhyHidden(why: Hidden | 'notListed', target: SubjectRef): Promise<void> {
  const name = inNotification(target.name);
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
