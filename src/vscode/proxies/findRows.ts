import * as vscode from 'vscode';
import type { Failure } from '../../core/base/errors/failure';
import type { FoundText } from '../../core/proxy/find/describeFound';
import type { FoundItem } from '../../core/proxy/find/finder';
import type { ItemRef } from '../../core/proxy/model/itemRef';
import { errorIcon, statusIcons } from '../shared/icons';
import { Commands } from '../shared/ids';
import { escapeForLabel } from '../shared/sanitize';

/** A row of the list, and what choosing it means; nothing for a row that only says something. */
export interface FindRow extends vscode.QuickPickItem {
  readonly ref?: ItemRef;
  /** The endpoint to be read once more. */
  readonly retry?: string;
}

/** Code points of an endpoint's name beside what was found there. */
const LONGEST_ENDPOINT_NAME = 40;

/** A button of a row, and the command that it runs for the row's item. */
export interface FindButton extends vscode.QuickInputButton {
  readonly command: string;
}

const openDetails: FindButton = {
  iconPath: new vscode.ThemeIcon('book'),
  tooltip: 'Open Details',
  command: Commands.openDetails,
};
const openAsJson: FindButton = {
  iconPath: new vscode.ThemeIcon('json'),
  tooltip: 'Open as JSON',
  command: Commands.openAsJson,
};
const openInBrowser: FindButton = {
  iconPath: new vscode.ThemeIcon('link-external'),
  tooltip: 'Open in Browser…',
  command: Commands.openInBrowser,
};

/**
 * The row of an item. All that is not ours stands in the label, where it is text (see `inLabel`).
 *
 * @param endpointName where to say at which endpoint it was found
 */
export function foundRow({ endpointId, item }: FoundItem, text: FoundText, endpointName: string | undefined): FindRow {
  const { protocol, kind, name, status } = item;
  const hasAddress = item.kind === 'routers' && protocol === 'http' && item.rule !== undefined;
  const where = endpointName === undefined ? undefined : escapeForLabel(endpointName, LONGEST_ENDPOINT_NAME);
  const gist = text.gist === undefined ? undefined : escapeForLabel(text.gist);
  return {
    label: [escapeForLabel(text.name), text.what, where, gist].filter((part) => part !== undefined).join(' · '),
    iconPath: statusIcons[status],
    alwaysShow: true,
    buttons: [...(hasAddress ? [openInBrowser] : []), openAsJson, openDetails],
    ref: { endpointId, protocol, kind, name },
  };
}

/**
 * The row of an endpoint that could not be read.
 *
 * @param hasEarlier whether what was read of it before is listed
 */
export function failureRow(endpointId: string, endpointName: string, failure: Failure, hasEarlier: boolean): FindRow {
  const name = escapeForLabel(endpointName, LONGEST_ENDPOINT_NAME);
  return {
    label: `${name} ${hasEarlier ? 'is listed as it was' : 'was not read'}: ${escapeForLabel(failure.sentence)}`,
    description: 'Enter to try again',
    iconPath: errorIcon,
    alwaysShow: true,
    retry: endpointId,
  };
}

/** A row that only says something. */
export function sayingRow(label: string): FindRow {
  return { label, alwaysShow: true };
}
