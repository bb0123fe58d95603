import * as vscode from 'vscode';
import type { SubjectRef } from '../../core/proxy/model/subject';
import { refOfUri } from '../shared/documentUris';
import { type DocumentSource, documentSourceOf, noLongerListed, type SubjectSource } from '../shared/findSubject';
import { loadCore } from '../shared/loadCore';

/** What the open documents show. */
export interface DocumentSources extends vscode.Disposable {
  /**
   * What is known of a document's subject: from what was last read, so that a refresh under way keeps nobody waiting.
   * Where the proxy lists it no more, or the endpoint is gone, what this document showed before. Undefined where there is
   * nothing to show.
   *
   * @throws RequestFailure where nothing could ever be read
   */
  look(uri: vscode.Uri, ref: SubjectRef): Promise<DocumentSource | undefined>;
}

/** Keeps what documents show until they close. */
export function openDocumentSources(clients: SubjectSource): DocumentSources {
  /** What each open document showed last, which it goes on showing when its proxy lists it no more or cannot be read. */
  const seen = new Map<string, DocumentSource>();
  const subscription = vscode.workspace.onDidCloseTextDocument(({ uri }) => seen.delete(uri.toString()));

  return {
    async look(uri, ref) {
      const { isRequestFailure } = await loadCore();
      const key = uri.toString();
      const before = seen.get(key);
      try {
        const source = await documentSourceOf(clients, ref);
        if (source === undefined) return before && { ...before, reading: { is: 'gone' } };
        seen.set(key, source);
        return source;
      } catch (error) {
        if (before === undefined || !isRequestFailure(error)) throw error;
        return { ...before, reading: { is: 'stale', failure: error.failure } };
      }
    },
    dispose: () => subscription.dispose(),
  };
}

/** The text of a document: what `show` makes of its subject, or why there is none. */
export async function contentOf(
  sources: DocumentSources,
  uri: vscode.Uri,
  show: (source: DocumentSource) => string | Promise<string>,
): Promise<string> {
  const { isRequestFailure } = await loadCore();
  const ref = await refOfUri(uri);
  if (ref === undefined) return `${noLongerListed()}\n`;
  try {
    const source = await sources.look(uri, ref);
    return source === undefined ? `${noLongerListed()}\n` : await show(source);
  } catch (error) {
    // VS Code would show the bare words of whatever it is in a notification of its own.
    if (!isRequestFailure(error)) throw error;
    return `${error.failure.sentence} ${error.failure.nextStep}\n`;
  }
}
