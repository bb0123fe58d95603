import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { isSameObject, type NamedObject, type NamePlace, nameAt, namesIn } from '../../core/config/files/definition';
import type { IndexedName } from '../../core/config/files/indexedConfig';
import { shownName } from '../../core/config/names/objectNames';
import { originsOfItem } from '../../core/liveConfig/definition';
import type { ClientRegistry } from '../shared/clientRegistry';
import { findSubject } from '../shared/findSubject';
import { pickValue } from '../shared/quickInput';
import { escapeForLabel, escapeForNotification } from '../shared/sanitize';
import { withCancel } from '../shared/withCancel';
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

/**
 * Opens the workspace's file that declares the router, service, or middleware of a row. Of several, the user chooses.
 *
 * @throws RequestFailure if the proxy cannot be read
 */
export async function goToConfig(clients: ClientRegistry, index: ConfigIndex, argument: unknown): Promise<void> {
  const found = await findSubject(clients, argument);
  if (found?.subject.type !== 'item') return;
  const { item } = found.subject;
  const shown = escapeForNotification(item.name, 100);
  const origins = await withCancel(l10n.t('Looking for “{0}” in this workspace…', shown), async (signal) => {
    const config = await index.read(signal);
    return originsOfItem(item, found.inventory, config);
  });
  if (origins === undefined) return;
  const { places, isCertain } = origins;
  const locations = places.slice(0, mostPlaces).map(index.locationOf);
  const [first] = locations;
  if (first === undefined) {
    void vscode.window.showInformationMessage(
      l10n.t('No file of this workspace declares “{0}”. Open the folder that has its configuration.', shown),
    );
    return;
  }
  const asked = isCertain
    ? l10n.t('Select a file')
    : l10n.t('No file names “{0}”. Select what may declare it', escapeForLabel(item.name, 60));
  const place = isCertain && locations.length === 1 ? first : await choose(locations, asked);
  if (place !== undefined) await vscode.window.showTextDocument(place.uri, { selection: place.range });
}

/** More places than users look through. */
const mostPlaces = 200;

async function choose(places: readonly vscode.Location[], placeholder: string): Promise<vscode.Location | undefined> {
  return pickValue({
    title: 'Proxy Scout',
    placeholder,
    choices: places.map((place) => {
      const { uri, range } = place;
      const line = String(range.start.line + 1);
      return { label: `$(file) ${escapeForLabel(`${vscode.workspace.asRelativePath(uri)}:${line}`)}`, value: place };
    }),
  });
}
