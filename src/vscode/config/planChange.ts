import { randomUUID } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { changePlan } from '../../core/changePlan/changePlan';
import { planPage } from '../../core/changePlan/planPage';
import { envPathBeside, largestEnv } from '../../core/config/compose/composeFiles';
import { readConfig } from '../../core/config/files/readConfig';
import { mayDeclare } from '../../core/config/source/mayDeclare';
import type { SourceFile } from '../../core/config/source/placedText';
import type { ReadProxy } from '../../core/liveConfig/readProxies';
import type { ProxyPage } from '../../core/proxy/documents/page';
import { offerCommand } from '../shared/confirm';
import { onceEditorsClosed } from '../shared/documentUris';
import { Commands, planScheme } from '../shared/ids';
import { registerPageFeatures } from '../shared/pageFeatures';
import { withCancel } from '../shared/withCancel';
import type { CommittedTexts } from './committedTexts';
import type { ConfigIndex } from './configIndex';
import type { ConfigProxies } from './configProxies';
import { savedText, textNow, textOfRegular } from './fileText';

interface ShownPlan {
  readonly page: ProxyPage;
  readonly endpointId: string;
}

/** The documents about what a change of files would do, each kept until the last editor of it closes. */
export function openChangePlans(
  index: Pick<ConfigIndex, 'urisUntil'>,
  proxies: Pick<ConfigProxies, 'of'>,
  committedTexts: Pick<CommittedTexts, 'in'>,
) {
  const shown = new Map<string, ShownPlan>();
  const at = ({ uri }: Pick<vscode.TextDocument, 'uri'>): ShownPlan | undefined => shown.get(uri.authority);
  const subscriptions = vscode.Disposable.from(
    vscode.workspace.registerTextDocumentContentProvider(planScheme, {
      provideTextDocumentContent: (uri) =>
        at({ uri })?.page.text ?? `${l10n.t('This plan is no longer available. Run What Would Change again.')}\n`,
    }),
    registerPageFeatures({
      scheme: planScheme,
      pageOf: (document) => at(document)?.page,
      endpointOf: async (document) => at(document)?.endpointId,
    }),
    onceEditorsClosed(planScheme, ({ authority }) => shown.delete(authority)),
  );

  /** @throws RequestFailure if canceled */
  const planFor = async (uri: vscode.Uri, proxy: ReadProxy, signal: AbortSignal): Promise<ProxyPage> => {
    const folder = vscode.workspace.getWorkspaceFolder(uri)?.uri;
    const committed = folder && (await committedTexts.in(folder, signal));
    const { before, after, base } = await textsOf(await index.urisUntil(signal), uri, committed);
    const [old, next] = [await readConfig(before, signal, true), await readConfig(after, signal, true)];
    const plan = await changePlan(proxy.inventory, old, next, signal, after);
    const texts = new Map(after.map(({ path, text }) => [path, text] as const));
    return planPage(plan, {
      proxy: proxy.name,
      base,
      textOf: (path) => texts.get(path),
      shownPath: (path) => vscode.workspace.asRelativePath(uri.with({ path })),
    });
  };

  return {
    /**
     * Shows what the texts of the editors would change at the proxy of a file.
     *
     * @param argument the URI of the file; by default that of the active editor
     */
    async plan(argument: unknown): Promise<void> {
      const uri = argument instanceof vscode.Uri ? argument : vscode.window.activeTextEditor?.document.uri;
      if (uri === undefined) return;
      const { read, unread, hasAny } = await proxies.of(uri);
      const proxy = read.find(({ isBound }) => isBound) ?? (read.length === 1 ? read[0] : undefined);
      if (proxy === undefined) {
        if (unread !== undefined) {
          const words = l10n.t(
            'The proxy of this file has not been read. Refresh it, then run What Would Change again.',
          );
          await offerCommand(words, l10n.t('Refresh'), Commands.refreshEndpoint, { endpointId: unread.endpointId });
        } else if (hasAny) {
          const words = l10n.t('Select the proxy that this file is for, then run What Would Change again.');
          await offerCommand(words, l10n.t('Connect File to Proxy…'), Commands.connectConfig, uri);
        } else {
          const words = l10n.t('What would change is compared with a live proxy. Add its endpoint first.');
          await offerCommand(words, l10n.t('Add Proxy Endpoint'), Commands.addProxyEndpoint);
        }
        return;
      }
      const page = await withCancel(l10n.t('Planning the change…'), (signal) => planFor(uri, proxy, signal));
      if (page === undefined) return;
      const id = randomUUID();
      shown.set(id, { page, endpointId: proxy.endpointId });
      const title = l10n.t('What Would Change');
      const document = await vscode.workspace.openTextDocument(
        vscode.Uri.from({ scheme: planScheme, authority: id, path: `/Proxy Scout/${title}` }),
      );
      await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preview: true });
    },
    dispose(): void {
      shown.clear();
      subscriptions.dispose();
    },
  };
}

interface ChangedTexts {
  readonly before: readonly SourceFile[];
  readonly after: readonly SourceFile[];
  /** What the old texts are, in words of ours. */
  readonly base: string;
}

/**
 * The texts of all files in the workspace folder of a file, as they were committed and as they are in the editors. Without
 * a commit, as they are saved.
 */
async function textsOf(
  all: readonly vscode.Uri[],
  uri: vscode.Uri,
  committed: ReadonlyMap<string, string> | undefined,
): Promise<ChangedTexts> {
  const folder = vscode.workspace.getWorkspaceFolder(uri)?.uri;
  const isBeside = (one: vscode.Uri): boolean =>
    vscode.workspace.getWorkspaceFolder(one)?.uri.toString() === folder?.toString();
  const uris = new Map([...all.filter(isBeside), uri].map((one) => [one.path, one] as const));
  for (const path of committed?.keys() ?? []) if (!uris.has(path)) uris.set(path, uri.with({ path }));
  const [before, after]: [SourceFile[], SourceFile[]] = [[], []];
  for (const [path, one] of uris) {
    const [old, text] = [committed === undefined ? await savedText(one) : committed.get(path), await textNow(one)];
    // A file that no longer declares anything is as if it were gone.
    const isOurs = [old, text].some((each) => each !== undefined && mayDeclare({ path, text: each }));
    if (isOurs && old !== undefined) before.push({ path, text: old });
    if (isOurs && text !== undefined) after.push({ path, text });
  }
  const variables = await variablesBeside([...uris.values()]);
  return {
    before: [...before, ...variables],
    after: [...after, ...variables],
    base: committed === undefined ? l10n.t('the saved files') : l10n.t('the last commit'),
  };
}

/** The variables of compose files. */
async function variablesBeside(uris: readonly vscode.Uri[]): Promise<readonly SourceFile[]> {
  const paths = new Map(uris.map((uri) => [envPathBeside(uri.path), uri] as const));
  const found: SourceFile[] = [];
  for (const [path, uri] of paths) {
    const text = await textOfRegular(uri.with({ path }), largestEnv);
    if (text !== undefined) found.push({ path, text });
  }
  return found;
}
