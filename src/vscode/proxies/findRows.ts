import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Failure } from '../../core/base/errors/failure';
import { plainText } from '../../core/base/text/plainText';
import type { FoundText } from '../../core/proxy/find/describeFound';
import type { FoundItem } from '../../core/proxy/find/finder';
import type { ItemRef } from '../../core/proxy/model/itemRef';
import { conditionIcons, errorIcon } from '../shared/icons';
import { Commands } from '../shared/ids';
import { escapeForDescription, escapeForLabel } from '../shared/sanitize';

/** A row of the list and the effect of selecting it; none for a row with a message only. */
export interface FindRow extends vscode.QuickPickItem {
  readonly ref?: ItemRef;
  /** The endpoint to read again. */
  readonly retry?: string;
}

/** Maximum length of an endpoint's name beside what was found there, in code points. */
const longestEndpointName = 40;

/** A button of a row and the command that it runs on the row's item. */
export interface FindButton extends vscode.QuickInputButton {
  readonly command: string;
}

const openDetails = (): FindButton => ({
  iconPath: new vscode.ThemeIcon('book'),
  tooltip: l10n.t('Open Details'),
  command: Commands.openDetails,
});
const openAsJson = (): FindButton => ({
  iconPath: new vscode.ThemeIcon('json'),
  tooltip: l10n.t('Open as JSON'),
  command: Commands.openAsJson,
});
const openInBrowser = (): FindButton => ({
  iconPath: new vscode.ThemeIcon('link-external'),
  tooltip: l10n.t('Open in Browser…'),
  command: Commands.openInBrowser,
});

/**
 * The row of an item: its name; its kind, endpoint, and state; and the match, if it is not in the name. VS Code draws
 * its icon, the one of the tree, without color in such a list.
 *
 * @param endpointName the endpoint of the item, if the row is to show it
 */
export function foundRow(
  { endpointId, item, condition }: FoundItem,
  text: FoundText,
  endpointName: string | undefined,
): FindRow {
  const { protocol, kind, name } = item;
  const hasAddress = item.kind === 'routers' && protocol === 'http' && item.rule !== undefined;
  const where = endpointName === undefined ? undefined : plainText(endpointName, longestEndpointName);
  const facts = [text.kind, where, text.state, text.reason].filter((fact) => fact !== undefined);
  return {
    label: escapeForLabel(text.name),
    description: escapeForDescription(facts.join(' · ')),
    iconPath: conditionIcons[condition],
    alwaysShow: true,
    buttons: [...(hasAddress ? [openInBrowser()] : []), openAsJson(), openDetails()],
    ref: { endpointId, protocol, kind, name },
  };
}

/**
 * The row of an endpoint that could not be read.
 *
 * @param hasEarlier whether the results of an earlier read are listed
 */
export function failureRow(endpointId: string, endpointName: string, failure: Failure, hasEarlier: boolean): FindRow {
  const name = escapeForLabel(endpointName, longestEndpointName);
  return {
    label: hasEarlier
      ? l10n.t('{0} could not be refreshed: {1}', name, escapeForLabel(failure.sentence))
      : l10n.t('{0} could not be read: {1}', name, escapeForLabel(failure.sentence)),
    description: l10n.t('Press Enter to retry'),
    iconPath: errorIcon,
    alwaysShow: true,
    retry: endpointId,
  };
}

/** A row with a message only. */
export function findMessageRow(label: string): FindRow {
  return { label, alwaysShow: true };
}
