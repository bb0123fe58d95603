import * as vscode from 'vscode';
import { isSameObject, type NamedObject, type NamePlace, nameAt, namesIn } from '../../core/config/files/definition';
import type { IndexedName } from '../../core/config/files/indexedConfig';
import { shownName } from '../../core/config/names/objectNames';
import type { ConfigIndex } from './configIndex';
import type { ConfigReadings } from './configReadings';
import { configDocuments } from './configSelector';

/**
 * Go to Definition, Find All References, highlights, and symbols for the names of routers, services, middlewares, and
 * other objects that files of the workspace declare for Traefik.
 */
export function registerConfigNames(readings: ConfigReadings, index: ConfigIndex): vscode.Disposable {
  const at = async (document: vscode.TextDocument, position: vscode.Position) => {
    const reading = await readings.of(document);
    if (reading === undefined) return undefined;
    const places = namesIn(reading.groups).filter(({ range }) => range.path === reading.path);
    const place = nameAt(places, reading.path, document.offsetAt(position));
    return place && { place, places };
  };
  const others = async (object: NamedObject, token: vscode.CancellationToken): Promise<readonly IndexedName[]> => {
    const names = await index.namesUntil(token);
    return names.filter((one) => isSameObject(one.object, object));
  };
  return vscode.Disposable.from(
    index,
    vscode.languages.registerDefinitionProvider(configDocuments, {
      async provideDefinition(document, position, token) {
        const found = await at(document, position);
        if (found === undefined) return undefined;
        const declared = (await others(found.place.object, token)).filter(({ role }) => role === 'declaration');
        return declared.map(({ place }) => index.locationOf(place));
      },
    }),
    vscode.languages.registerReferenceProvider(configDocuments, {
      async provideReferences(document, position, { includeDeclaration }, token) {
        const found = await at(document, position);
        if (found === undefined) return undefined;
        const all = await others(found.place.object, token);
        return all
          .filter(({ role }) => includeDeclaration || role === 'reference')
          .map(({ place }) => index.locationOf(place));
      },
    }),
    vscode.languages.registerDocumentHighlightProvider(configDocuments, {
      async provideDocumentHighlights(document, position) {
        const found = await at(document, position);
        if (found === undefined) return undefined;
        return found.places
          .filter(({ object }) => isSameObject(object, found.place.object))
          .map((place) => {
            const kind =
              place.role === 'declaration' ? vscode.DocumentHighlightKind.Write : vscode.DocumentHighlightKind.Read;
            return new vscode.DocumentHighlight(rangeIn(document, place), kind);
          });
      },
    }),
    vscode.languages.registerDocumentSymbolProvider(configDocuments, {
      async provideDocumentSymbols(document) {
        const reading = await readings.of(document);
        const places = reading === undefined ? [] : namesIn(reading.groups);
        return places
          .filter(({ role, range }) => role === 'declaration' && range.path === reading?.path)
          .map((place) => symbolOf(document, place, shownName(place.object.name)));
      },
    }),
  );
}

function rangeIn(document: vscode.TextDocument, { range }: NamePlace): vscode.Range {
  return new vscode.Range(document.positionAt(range.start), document.positionAt(range.end));
}

const symbolKinds: Readonly<Record<NamedObject['kind'], vscode.SymbolKind>> = {
  router: vscode.SymbolKind.Interface,
  service: vscode.SymbolKind.Class,
  middleware: vscode.SymbolKind.Function,
  tlsOptions: vscode.SymbolKind.Object,
  tlsStore: vscode.SymbolKind.Object,
  serversTransport: vscode.SymbolKind.Object,
};

/** @param shown its name, because VS Code accepts no symbol without one */
function symbolOf(document: vscode.TextDocument, place: NamePlace, shown: string): vscode.DocumentSymbol {
  const { protocol, kind } = place.object;
  const range = rangeIn(document, place);
  return new vscode.DocumentSymbol(shown.trim() || '*', protocol.toUpperCase(), symbolKinds[kind], range, range);
}
