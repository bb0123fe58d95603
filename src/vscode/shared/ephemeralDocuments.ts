import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { plainText } from '../../core/base/text/plainText';
import { onceEditorsClosed, pathSegmentOf } from './documentUris';
import type { EphemeralText } from './ephemeralText';
import type { WholeDocuments } from './wholeDocuments';

export type EphemeralDocuments = ReturnType<typeof registerEphemeralDocuments>;

export interface ComparedTexts {
  /** For the tab. May be server text. */
  readonly title: string;
  readonly left?: EphemeralText;
  readonly right?: EphemeralText;
}

const longestTitle = 300;

/**
 * Serves texts from memory as read-only documents, each until the last editor that shows it closes. Their URIs reveal
 * only their titles.
 *
 * @param gone the text for an editor that VS Code opens again after that
 * @param wholes opens the full version of truncated texts
 */
export function registerEphemeralDocuments(scheme: string, gone: string, wholes?: Pick<WholeDocuments, 'offerOn'>) {
  const texts = new Map<string, EphemeralText>();
  const forget = (uri: vscode.Uri): void => {
    texts.delete(uri.authority);
  };
  const subscriptions = vscode.Disposable.from(
    vscode.workspace.registerTextDocumentContentProvider(scheme, {
      provideTextDocumentContent: (uri) => texts.get(uri.authority)?.text ?? gone,
    }),
    onceEditorsClosed(scheme, forget),
    ...(wholes === undefined ? [] : [wholes.offerOn(scheme, ({ authority }) => texts.get(authority)?.whole)]),
  );

  const keep = (text: EphemeralText): vscode.Uri => {
    const { name, ending, folder } = text;
    const path = `${folder === undefined ? '' : `/${pathSegmentOf(folder)}`}/${pathSegmentOf(name)}${ending}`;
    // VS Code shows the path, but not the authority.
    const uri = vscode.Uri.from({ scheme, authority: randomUUID(), path });
    texts.set(uri.authority, text);
    return uri;
  };
  /**
   * Both sides. A missing one becomes empty, because VS Code reports only whole pairs in a tab, and so when it closes.
   */
  const keepBoth = ({ left, right }: ComparedTexts): readonly [vscode.Uri, vscode.Uri] => {
    const nothing = { name: '', ending: '', ...(left ?? right), text: '' };
    return [keep(left ?? nothing), keep(right ?? nothing)];
  };
  const show = async (uris: readonly vscode.Uri[], open: () => Thenable<unknown>): Promise<void> => {
    try {
      await open();
    } catch (error) {
      uris.forEach(forget);
      throw error;
    }
  };

  return {
    /** Opens a text in its own editor. */
    async open(text: EphemeralText, options: vscode.TextDocumentShowOptions): Promise<void> {
      const uri = keep(text);
      await show([uri], async () => {
        await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), options);
      });
    },
    /** Opens two texts in VS Code's diff editor. If one is missing, the other is compared with an empty text. */
    async compare(pair: ComparedTexts): Promise<void> {
      const [original, modified] = keepBoth(pair);
      await show([original, modified], () =>
        vscode.commands.executeCommand('vscode.diff', original, modified, plainText(pair.title, longestTitle)),
      );
    },
    /** Opens many pairs in VS Code's multi-diff editor. */
    async compareAll(title: string, pairs: readonly ComparedTexts[]): Promise<void> {
      const kept = pairs.map(keepBoth);
      await show(kept.flat(), () =>
        vscode.commands.executeCommand(
          'vscode.changes',
          plainText(title, longestTitle),
          kept.map(([original, modified]) => [modified, original, modified]),
        ),
      );
    },
    dispose(): void {
      texts.clear();
      subscriptions.dispose();
    },
  };
}
