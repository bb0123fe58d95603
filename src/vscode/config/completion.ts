import * as vscode from 'vscode';
import { type CompletionPlace, completionAt } from '../../core/config/files/completion';
import { completionNames } from '../../core/liveConfig/completion';
import { escapeForLabel } from '../shared/sanitize';
import type { ConfigIndex } from './configIndex';
import type { ConfigProxies } from './configProxies';
import type { ConfigReadings } from './configReadings';
import { configDocuments } from './configSelector';

const kinds: Readonly<Record<CompletionPlace['of'], vscode.CompletionItemKind>> = {
  matcher: vscode.CompletionItemKind.Function,
  service: vscode.CompletionItemKind.Class,
  middleware: vscode.CompletionItemKind.Function,
  entryPoint: vscode.CompletionItemKind.Value,
  tlsOptions: vscode.CompletionItemKind.Value,
};

/** Completion of names of services, middlewares, entry points, and TLS options, and of the matchers of rules. */
export function registerConfigCompletion(
  readings: ConfigReadings,
  index: ConfigIndex,
  proxies: ConfigProxies,
): vscode.Disposable {
  return vscode.languages.registerCompletionItemProvider(
    configDocuments,
    {
      async provideCompletionItems(document, position, token) {
        const reading = await readings.of(document);
        const source = reading?.groups.find(({ files }) => files.some(({ path }) => path === reading.path))?.source;
        const place = source && completionAt(document.getText(), document.offsetAt(position));
        if (source === undefined || place === undefined) return undefined;
        const [names, { read }] = await Promise.all([
          place.of === 'matcher' ? [] : index.namesUntil(token),
          proxies.of(document.uri),
        ]);
        const declared = names.flatMap(({ role, object }) => (role === 'declaration' ? [object] : []));
        const range = new vscode.Range(document.positionAt(place.start), position);
        return completionNames(place, source.provider, declared, read).map(({ text, proxies: owners, example }) => {
          const item = new vscode.CompletionItem(text, kinds[place.of]);
          item.range = range;
          if (owners.length > 0) item.detail = owners.map((owner) => escapeForLabel(owner, 60)).join(' · ');
          if (place.of === 'matcher') {
            const call = new vscode.SnippetString(`${text}(\``);
            item.insertText = (
              example === undefined ? call.appendTabstop() : call.appendPlaceholder(example)
            ).appendText('`)');
          }
          return item;
        });
      },
    },
    ...triggers,
  );
}

/** Characters that may precede a name. */
const triggers = ['=', ',', '[', '@', '.'];
