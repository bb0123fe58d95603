import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { type DetailsPage, detailsPage } from '../../core/proxy/documents/detailsPage';
import type { PageSectionSource } from '../../core/proxy/documents/page';
import { findingsSoon } from '../../core/proxy/findings/findings';
import { endpointFindings, type FindingRef } from '../../core/proxy/findings/ignoredFindings';
import type { SubjectRef } from '../../core/proxy/model/subject';
import { longShownText } from '../../core/proxy/secrets/secrets';
import { refOfUri } from '../shared/documentUris';
import type { DocumentSource } from '../shared/findSubject';
import { lensTitle } from '../shared/icons';
import { Commands } from '../shared/ids';
import type { LastHours, RouterOfEndpoint } from '../shared/lastHours';
import { contentOf, type DocumentSources } from './documentSources';

export type DetailsTexts = ReturnType<typeof openDetailsTexts>;

/** The last hour of a router, read once when its document is opened. */
interface ShownHour {
  readonly asked: RouterOfEndpoint;
  /** Aborts when its editors were closed. */
  readonly left: AbortController;
  /** Whether the place of the router's access logs is unknown. */
  isUnknown: boolean;
  section: PageSectionSource | undefined;
  /** The section in the document's last text. */
  shown: PageSectionSource | undefined;
}

/**
 * The texts of the documents of Open Details, and their pages.
 *
 * @param changed fires with a document that is to be updated
 */
export function openDetailsTexts(
  sources: DocumentSources,
  lastHours: () => Promise<LastHours>,
  changed: Pick<vscode.EventEmitter<vscode.Uri>, 'fire'>,
) {
  /** The page of each open document, by its URI. */
  const pages = new Map<string, DetailsPage>();
  const hours = new Map<string, ShownHour>();

  const pageOf = (document: vscode.TextDocument): DetailsPage | undefined => {
    const page = pages.get(document.uri.toString());
    return page?.text === document.getText() ? page : undefined;
  };

  /**
   * Starts to read the last hour, once while the document is open: a refresh of the proxy also redraws documents that
   * no editor shows. The section appears when it is read.
   */
  const askLastHour = async (
    uri: vscode.Uri,
    { subject, inventory }: Pick<DocumentSource, 'subject' | 'inventory'>,
  ): Promise<void> => {
    const key = uri.toString();
    const { endpointId } = (await refOfUri(uri)) ?? {};
    if (endpointId === undefined || subject.type !== 'item' || subject.item.kind !== 'routers' || hours.has(key))
      return;
    const asked = { endpointId, router: subject.item, inventory };
    const left = new AbortController();
    const hour: ShownHour = { asked, left, isUnknown: true, section: undefined, shown: undefined };
    hours.set(key, hour);
    const unread = await (await lastHours()).of(asked);
    if (unread === undefined) return;
    hour.isUnknown = false;
    hour.section = unread.section;
    void unread.read(left.signal).then((section) => {
      if (left.signal.aborted) return;
      hour.section = section;
      changed.fire(uri);
    });
  };

  /** Reads again if the document was closed meanwhile, or if the place of the access logs is known now. */
  const seenAgain = async (uri: vscode.Uri): Promise<void> => {
    const key = uri.toString();
    const hour = hours.get(key);
    if (hour === undefined || !(hour.left.signal.aborted || hour.isUnknown)) return;
    if (hour.isUnknown && (await (await lastHours()).of(hour.asked)) === undefined) return;
    if (hours.get(key) !== hour) return;
    hours.delete(key);
    changed.fire(uri);
  };

  return {
    async textOf(uri: vscode.Uri): Promise<string> {
      return contentOf(sources, uri, async ({ subject, ignored, ...context }) => {
        await longShownText(subject.item);
        await askLastHour(uri, { subject, inventory: context.inventory });
        const found = await findingsSoon(context.inventory, () => changed.fire(uri));
        const findings = found && endpointFindings({ found, ignored });
        const hour = hours.get(uri.toString());
        const page = detailsPage(subject, { ...context, findings, lastHour: hour?.section });
        if (hour !== undefined) hour.shown = hour.section;
        pages.set(uri.toString(), page);
        return page.text;
      });
    },
    /** Undefined while the document does not show the page's text yet. */
    pageOf,
    async lensesOf(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
      const { endpointId } = (await refOfUri(document.uri)) ?? {};
      const page = pageOf(document);
      if (endpointId === undefined || page === undefined) return [];
      return [...ignoreLenses(page, endpointId), ...accessLogLenses(page, document.uri)];
    },
    /** Call when a document was opened: VS Code does not listen to changes before. */
    opened(uri: vscode.Uri): void {
      const hour = hours.get(uri.toString());
      if (hour?.section !== hour?.shown) changed.fire(uri);
    },
    /** Call with the visible editors. */
    seen(editors: readonly Pick<vscode.TextEditor, 'document'>[]): void {
      for (const { document } of editors) void seenAgain(document.uri);
    },
    /** Call when the last editor of a document was closed: cancels its reads. VS Code keeps the document for a while. */
    left: (uri: vscode.Uri): void => hours.get(uri.toString())?.left.abort(),
    /** Drops the state of a document that is gone. */
    forget(uri: vscode.Uri): void {
      const key = uri.toString();
      pages.delete(key);
      hours.get(key)?.left.abort();
      hours.delete(key);
    },
  };
}

function lens(line: number, command: vscode.Command): vscode.CodeLens {
  return new vscode.CodeLens(new vscode.Range(line, 0, line, 0), command);
}

function ignoreLenses({ findings }: DetailsPage, endpointId: SubjectRef['endpointId']): readonly vscode.CodeLens[] {
  return findings.map(({ line, kind, key }) => {
    const argument = { endpointId, of: kind, key } satisfies FindingRef;
    const title = `$(eye-closed) ${l10n.t('Ignore This Problem')}`;
    return lens(line, { title, command: Commands.ignoreFinding, arguments: [argument] });
  });
}

/** A code lens above the last hour that opens its lines. */
function accessLogLenses({ lastHourLine }: DetailsPage, uri: vscode.Uri): readonly vscode.CodeLens[] {
  if (lastHourLine === undefined) return [];
  const title = lensTitle('list-flat', l10n.t('Show Access Logs'));
  return [lens(lastHourLine, { title, command: Commands.showAccessLogs, arguments: [uri] })];
}
