import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { RouteAssumptionKind } from '../../core/proxy/routing/routeAssumptions';
import { lensTitle } from '../shared/icons';
import { Commands } from '../shared/ids';
import { escapeForLabel } from '../shared/sanitize';
import type { OpenRoute } from './answerRoute';

/** The part of a request to change: the argument of Edit Request… in a code lens. */
export interface RouteEdit {
  readonly document: vscode.Uri;
  readonly part: RoutePart;
}

/** The URL, the proxy, or an assumption. */
export type RoutePart = 'url' | 'proxy' | RouteAssumptionKind;

/** The code lenses of an answer: its assumptions, each of which opens one question, and the actions. */
export function routeLenses(uri: vscode.Uri, { ask, answered }: OpenRoute): vscode.CodeLens[] {
  if (answered === undefined) return [];
  const { page, assumptions, proxyName, hasOtherProxies } = answered;
  const lens = (line: number, title: string, command: string, argument: unknown, tooltip?: string): vscode.CodeLens =>
    new vscode.CodeLens(new vscode.Range(line, 0, line, 0), {
      title,
      command,
      arguments: [argument],
      ...(tooltip !== undefined && { tooltip }),
    });
  const change = (part: RoutePart, title: string, tooltip: string): vscode.CodeLens => {
    const edit: RouteEdit = { document: uri, part };
    return lens(topOfFile, escapeForLabel(title, 60), Commands.askRouteAgain, edit, tooltip);
  };
  return [
    lens(topOfFile, lensTitle('edit', l10n.t('Edit Request…')), Commands.askRouteAgain, uri),
    ...(hasOtherProxies ? [change('proxy', l10n.t('Proxy: {0}', proxyName), l10n.t('Select another proxy'))] : []),
    ...assumptions.map(({ kind, words, why }) =>
      change(kind, words, why === undefined ? l10n.t('Change') : l10n.t('Assumed: {0}. Select to change.', why)),
    ),
    ...(page.first === undefined
      ? []
      : [
          lens(page.first.line, lensTitle('list-tree', l10n.t('Reveal in Tree')), Commands.revealInTree, {
            endpointId: ask.endpointId,
            ...page.first.to,
          }),
        ]),
    ...(page.cutAt === undefined
      ? []
      : [lens(page.cutAt, lensTitle('list-flat', l10n.t('Show All Routers')), Commands.showAllRouters, uri)]),
  ];
}

/** Not above the first line: in an editor that is already open, the user would have to scroll up to see it. */
const topOfFile = 1;
