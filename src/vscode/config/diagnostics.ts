import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { isRequestFailure } from '../../core/base/errors/failure';
import { kindInside } from '../../core/base/workspace/readInside';
import { nameAt, namedElsewhere, namesIn } from '../../core/config/files/definition';
import { readProblemSettings, shownSeverity } from '../../core/config/files/diagnostics';
import type { ConfigProblem } from '../../core/config/model/configProblem';
import { problemHelp } from '../../core/config/model/problemHelp';
import { splitQualifiedName } from '../../core/config/names/objectNames';
import { lookUpPaths } from '../../core/config/static/fileProviderPaths';
import { problemsAmong } from '../../core/liveConfig/readProxies';
import { Settings } from '../shared/ids';
import { errorInLog } from '../shared/logError';
import type { ConfigIndex } from './configIndex';
import type { ConfigProxies } from './configProxies';
import { type ConfigReadings, staticFilesBeside } from './configReadings';
import { configDocuments } from './configSelector';

/** Shows the problems of open files in the editor and in the Problems view, with quick fixes. */
export function registerConfigProblems(
  readings: ConfigReadings,
  index: ConfigIndex,
  proxies: ConfigProxies,
  log: Pick<vscode.LogOutputChannel, 'error'>,
): vscode.Disposable {
  const shown = vscode.languages.createDiagnosticCollection('Proxy Scout Configuration');
  const fixes = new Map<string, { readonly version: number; readonly fixables: readonly Fixable[] }>();
  /** The latest check of a document, which ends the one before. */
  const checks = new WeakMap<vscode.TextDocument, AbortController>();
  const show = async (document: vscode.TextDocument): Promise<void> => {
    const { version } = document;
    checks.get(document)?.abort();
    const check = new AbortController();
    checks.set(document, check);
    const reading = document.isClosed ? undefined : await readings.of(document);
    fixes.delete(document.uri.toString());
    if (reading === undefined) return shown.delete(document.uri);
    const { read } = await proxies.of(document.uri);
    const isWanted = (): boolean => !check.signal.aborted && document.version === version && !document.isClosed;
    if (!isWanted()) return;
    const found = await problemsAmong(reading, read, check.signal, async () => ({
      told: await proxies.toldFor(document.uri),
      beside: await staticFilesBeside(document),
    }));
    const problems = [
      ...found,
      ...(await lookUpPaths(reading.groups, (place) => kindInWorkspace(document.uri, place))),
    ];
    if (!isWanted()) return;
    const settings = readProblemSettings(settingsOf(document));
    const own = problems.filter(({ range }) => range.path === reading.path);
    const diagnostics = own.flatMap((problem) => diagnosticOf(document, problem, shownSeverity(problem, settings)));
    shown.set(
      document.uri,
      diagnostics.map(({ diagnostic }) => diagnostic),
    );
    const fixables = diagnostics.flatMap(({ diagnostic, fix }) => (fix === undefined ? [] : { diagnostic, fix }));
    fixes.set(document.uri.toString(), { version, fixables });
  };
  const follow = (document: vscode.TextDocument): void => {
    show(document).catch((error: unknown) => {
      if (!isRequestFailure(error)) log.error('Problems cannot be shown.', errorInLog(error));
    });
  };
  const followAll = (): void => {
    for (const document of vscode.workspace.textDocuments) follow(document);
  };
  return vscode.Disposable.from(
    shown,
    readings.onDidRead(follow),
    proxies.onDidChange(followAll),
    vscode.languages.registerCodeActionsProvider(
      configDocuments,
      {
        async provideCodeActions(document, range, { diagnostics, triggerKind }, token) {
          const { uri, version } = document;
          const known = fixes.get(uri.toString());
          // Edits since then have moved the places of the quick fixes.
          if (known?.version !== version) return [];
          const here = known.fixables.filter(({ diagnostic }) => diagnostic.range.intersection(range) !== undefined);
          const isAsked = triggerKind === vscode.CodeActionTriggerKind.Invoke;
          if (here.length > 0 || !isAsked) return distinct(here).map((one) => actionOf(uri, one));
          const found = await fixByOtherProvider(readings, index, document, diagnostics, token);
          if (found === undefined || document.version !== version) return [];
          return [actionOf(uri, { diagnostic: found.diagnostic, fix: { ...found, title: undefined } })];
        },
      },
      { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
    ),
    vscode.workspace.onDidGrantWorkspaceTrust(followAll),
    // Paths in files may lead somewhere now, or nowhere.
    vscode.workspace.onDidCreateFiles(followAll),
    vscode.workspace.onDidDeleteFiles(followAll),
    vscode.workspace.onDidRenameFiles(followAll),
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused) followAll();
    }),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(`${Settings.section}.config`)) followAll();
    }),
  );
}

/** Only in a trusted workspace on a disk: a path in a file must not make VS Code ask anything of another place. */
async function kindInWorkspace(uri: vscode.Uri, place: string): ReturnType<typeof kindInside> {
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  if (folder?.uri.scheme !== 'file' || !vscode.workspace.isTrusted) return undefined;
  return kindInside(folder.uri.fsPath, uri.with({ path: place }).fsPath);
}

const severities = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  information: vscode.DiagnosticSeverity.Information,
  hint: vscode.DiagnosticSeverity.Hint,
} as const;

function settingsOf({ uri }: vscode.TextDocument): unknown {
  const settings = vscode.workspace.getConfiguration(Settings.section, uri);
  return { problems: settings.get(Settings.problems), severity: settings.get(Settings.problemSeverity) };
}

/** A problem with one correct quick fix: its text and its place. */
interface Fixable {
  readonly diagnostic: vscode.Diagnostic;
  readonly fix: { readonly range: vscode.Range; readonly text: string; readonly title: string | undefined };
}

/** Several problems may have the same fix: our own about a rule, and the proxy's. */
function distinct(fixables: readonly Fixable[]): readonly Fixable[] {
  return fixables.filter(
    ({ fix: { range, text } }, at) =>
      fixables.findIndex(({ fix }) => fix.text === text && fix.range.isEqual(range)) === at,
  );
}

function actionOf(uri: vscode.Uri, { diagnostic, fix }: Fixable): vscode.CodeAction {
  const action = new vscode.CodeAction(
    fix.title ?? l10n.t('Change to “{0}”', fix.text),
    vscode.CodeActionKind.QuickFix,
  );
  action.edit = new vscode.WorkspaceEdit();
  action.edit.replace(uri, fix.range, fix.text);
  action.diagnostics = [diagnostic];
  action.isPreferred = true;
  return action;
}

function diagnosticOf(
  document: vscode.TextDocument,
  { code, message, range: { start, end }, fix }: ConfigProblem,
  wanted: keyof typeof severities | 'off',
): readonly { readonly diagnostic: vscode.Diagnostic; readonly fix: Fixable['fix'] | undefined }[] {
  if (wanted === 'off') return [];
  const range = new vscode.Range(document.positionAt(start), document.positionAt(Math.max(end, start + 1)));
  const diagnostic = new vscode.Diagnostic(range, message, severities[wanted]);
  diagnostic.source = 'Proxy Scout';
  diagnostic.code = { value: code, target: vscode.Uri.parse(problemHelp(code), true) };
  const place = fix && new vscode.Range(document.positionAt(fix.range.start), document.positionAt(fix.range.end));
  return [{ diagnostic, fix: fix && place && { range: place, text: fix.text, title: fix.title } }];
}

/** The codes of problems about unknown names. */
const codes: ReadonlySet<unknown> = new Set<ConfigProblem['code']>(['ref.unknown', 'live.error']);

/**
 * The qualified name for an unknown name, if the only file that declares it is for another provider. May read the
 * workspace, so it runs only if the user requests quick fixes.
 */
async function fixByOtherProvider(
  readings: ConfigReadings,
  index: ConfigIndex,
  document: vscode.TextDocument,
  diagnostics: readonly vscode.Diagnostic[],
  token: vscode.CancellationToken,
): Promise<
  { readonly diagnostic: vscode.Diagnostic; readonly range: vscode.Range; readonly text: string } | undefined
> {
  const diagnostic = diagnostics.find(({ source, code }) => source === 'Proxy Scout' && codes.has(codeIn(code)));
  if (diagnostic === undefined) return undefined;
  const reading = await readings.of(document);
  if (reading === undefined) return undefined;
  const offset = document.offsetAt(diagnostic.range.start);
  const place = nameAt(namesIn(reading.groups), reading.path, offset);
  if (place?.role !== 'reference') return undefined;
  const range = new vscode.Range(document.positionAt(place.range.start), document.positionAt(place.range.end));
  // A file may write a name in another form, as Kubernetes does without its namespace.
  if (document.getText(range) !== splitQualifiedName(place.object.name).own) return undefined;
  const names = await index.namesUntil(token);
  const declared = names.flatMap(({ role, object }) => (role === 'declaration' ? [object] : []));
  const text = namedElsewhere(place.object, declared);
  return text === undefined ? undefined : { diagnostic, range, text };
}

/** The code of a problem: ours have an address beside it. */
function codeIn(code: vscode.Diagnostic['code']): string | number | undefined {
  return typeof code === 'object' ? code.value : code;
}
