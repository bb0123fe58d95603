import * as vscode from 'vscode';
import { isRequestFailure } from '../../core/base/errors/failure';
import type { SubjectRef } from '../../core/proxy/model/subject';
import { refOfUri } from '../shared/documentUris';
import { type DocumentSource, documentSourceOf, noLongerListed, type SubjectSource } from '../shared/findSubject';

export type DocumentSources = ReturnType<typeof openDocumentSources>;

/** Opens the sources, which keep the content of documents until they close. */
export function openDocumentSources(clients: SubjectSource) {
  /** The last content of each open document, which stays if its proxy no longer lists it or cannot be read. */
  const seen = new Map<string, DocumentSource>();
  const subscription = vscode.workspace.onDidCloseTextDocument(({ uri }) => seen.delete(uri.toString()));

  return {
    /**
     * The source of a document's subject from the last read, without waiting for a running refresh. If the proxy no
     * longer lists the subject, or the endpoint is gone, the previous source of this document. Undefined if there is
     * none.
     *
     * @throws RequestFailure if nothing could ever be read
     */
    async look(uri: vscode.Uri, ref: SubjectRef): Promise<DocumentSource | undefined> {
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
    dispose: (): void => subscription.dispose(),
  };
}

/** The text of a document: the result of `show`, or the reason why there is none. */
export async function contentOf(
  sources: DocumentSources,
  uri: vscode.Uri,
  show: (source: DocumentSource) => string | Promise<string>,
): Promise<string> {
  const ref = await refOfUri(uri);
  if (ref === undefined) return `${noLongerListed()}\n`;
  try {
    const source = await sources.look(uri, ref);
    return source === undefined ? `${noLongerListed()}\n` : await show(source);
  } catch (error) {
    // VS Code would show its bare message in a notification.
    if (!isRequestFailure(error)) throw error;
    return `${error.failure.sentence} ${error.failure.nextStep}\n`;
  }
}
