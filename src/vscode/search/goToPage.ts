import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { readGoTo } from '../../protocol/goTo';
import { askText } from '../shared/quickInput';
import type { SearchPanels } from './searchPanels';

/** Asks the user for a page number of the focused search, and goes there. */
export async function goToPage(panels: SearchPanels): Promise<void> {
  const { active: panel } = panels;
  const reach = panel?.reach;
  if (panel === undefined || reach === undefined) {
    void vscode.window.showInformationMessage(l10n.t('Run a search first to go to one of its pages.'));
    return;
  }
  const answer = await askText({
    title: l10n.t('Go to Page'),
    prompt: l10n.t('Page number, or # and a hit number'),
    placeholder: l10n.t('5 or #1234'),
    check(text) {
      const read = readGoTo(text, reach);
      return 'problem' in read && text !== '' ? read : undefined;
    },
  });
  if (answer === undefined || answer === 'back') return;
  const read = readGoTo(answer.value, reach);
  if ('offset' in read) panel.tell({ kind: 'goTo', offset: read.offset });
}
