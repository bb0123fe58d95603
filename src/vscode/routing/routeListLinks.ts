import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { urlWithoutSecrets } from '../../core/proxy/routing/rememberedQuestions';
import { pathSegmentOf } from '../shared/documentUris';
import { routeScheme } from '../shared/ids';
import type { OpenRouteList } from './answerRouteList';

/** The URI of a document about a route. The folder gives the document its language. */
export function routeUri(id: string, title: string): vscode.Uri {
  const path = `/Proxy Scout/routes/${pathSegmentOf(title)}`;
  return vscode.Uri.from({ scheme: routeScheme, authority: id, path });
}

/**
 * Links each URL of a list to a document about it alone, `<list>.<place>`.
 *
 * @param listIn the list of a document; undefined if it shows another text
 */
export function registerListedUrlLinks(
  listIn: (document: vscode.TextDocument) => OpenRouteList | undefined,
): vscode.Disposable {
  return vscode.languages.registerDocumentLinkProvider(
    { scheme: routeScheme },
    {
      provideDocumentLinks(document) {
        const { list, answered } = listIn(document) ?? {};
        if (list === undefined || answered === undefined) return [];
        return answered.page.urls.map(({ line, start, end, at }) => {
          const target = routeUri(`${document.uri.authority}.${at}`, urlWithoutSecrets(list.urls[at] ?? ''));
          const link = new vscode.DocumentLink(new vscode.Range(line, start, line, end), target);
          link.tooltip = l10n.t('Open Result');
          return link;
        });
      },
    },
  );
}
