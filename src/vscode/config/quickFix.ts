import * as vscode from 'vscode';
import { nameAt, namesIn } from '../../core/config/files/definition';
import { namedElsewhere } from '../../core/config/files/quickFix';
import type { ConfigProblem } from '../../core/config/model/configProblem';
import { splitQualifiedName } from '../../core/config/names/qualifiedName';
import type { ConfigIndex } from './configIndex';
import type { ConfigReadings } from './configReadings';

/** The codes of problems about unknown names. */
const codes: ReadonlySet<unknown> = new Set<ConfigProblem['code']>(['ref.unknown', 'live.error']);

/**
 * The qualified name for an unknown name, if the only file that declares it is for another provider. May read the
 * workspace, so it runs only if the user requests quick fixes.
 */
export async function fixByOtherProvider(
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
