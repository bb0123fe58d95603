import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { readCurlCommand } from '../../core/proxy/routing/curlCommand';
import type { RememberedRouteQuestion } from '../../core/proxy/routing/rememberedQuestions';
import { sentHeadersText } from '../../core/proxy/routing/routeAssumptions';
import { readAskedUrl, readUrlList } from '../../core/proxy/routing/urlText';
import { plural } from '../../l10n/plural';
import { keepOrder, untilAnswered } from '../shared/quickInput';
import { escapeForLabel } from '../shared/sanitize';

/** The user's question: the URL of a request, or more of it, and sentences about parts that were not read. */
export type AskedRequest = Pick<RememberedRouteQuestion, 'url'> &
  Partial<RememberedRouteQuestion> & { readonly notes?: readonly string[] };

/** Several URLs, and sentences about parts that were not read. */
interface AskedUrls {
  readonly urls: readonly string[];
  readonly notes: readonly string[];
}

interface Row extends vscode.QuickPickItem {
  readonly asked?: AskedRequest | AskedUrls;
}

const mostListed = 50;
const longestShown = 300;
const mostShown = 10;

/**
 * Asks the user for a URL, or several with white space between them. The list has the typed text first, then a URL of
 * the editor and earlier questions that contain it.
 *
 * @param suggested a URL that the user probably means
 * @param names the names of proxies by their ids, if there are several
 */
export function askRouteUrl(
  title: string,
  suggested: AskedRequest | undefined,
  earlier: readonly RememberedRouteQuestion[],
  names: ReadonlyMap<string, string>,
): Promise<AskedRequest | AskedUrls | undefined> {
  const list = vscode.window.createQuickPick<Row>();
  list.title = title;
  list.placeholder = l10n.t('URL of a request, several URLs, host:port of a TCP connection, or curl command');
  list.ignoreFocusOut = true;
  keepOrder(list);

  const requestRow = (asked: AskedRequest): Row => {
    const { url, method, headers = [] } = asked;
    const words = method === undefined ? url : `${method} ${url} · ${sentHeadersText(headers.length)}`;
    return { label: `$(search) ${escapeForLabel(words, longestShown)}`, alwaysShow: true, asked };
  };
  const typed = (text: string): readonly Row[] => {
    const several = readAskedUrls(text);
    if (several?.mayBeOne === 'no') return listRows(several);
    const read = readAskedRequest(text);
    if (several !== undefined) {
      const one = read !== undefined && 'url' in read ? [requestRow(read)] : [];
      return several.mayBeOne === 'likely' ? [...one, ...listRows(several)] : [...listRows(several), ...one];
    }
    if (read === undefined) return [];
    if ('problem' in read) return [{ label: `$(error) ${read.problem}`, alwaysShow: true }];
    return [requestRow(read), ...noteRows(read.notes)];
  };
  const inEditor: readonly Row[] =
    suggested === undefined
      ? []
      : [
          {
            label: `$(go-to-file) ${escapeForLabel(suggested.url, longestShown)}`,
            description: l10n.t('In the editor'),
            alwaysShow: true,
            asked: suggested,
          },
        ];
  const before = earlier.map((one): Row => {
    const proxy = names.get(one.endpointId);
    const words = proxy === undefined ? one.url : `${one.url} · ${proxy}`;
    const label = `$(history) ${escapeForLabel(words, longestShown)}`;
    return { label, alwaysShow: true, asked: one };
  });
  const show = (): void => {
    const wanted = list.value.trim().toLowerCase();
    const likely = [...inEditor, ...before].filter(({ label }) => label.toLowerCase().includes(wanted));
    list.items = [...typed(list.value), ...likely.slice(0, mostListed)];
  };
  show();
  return untilAnswered<AskedRequest | AskedUrls>(list, (done) => [
    list.onDidChangeValue(show),
    list.onDidAccept(() => {
      const asked = list.selectedItems[0]?.asked;
      if (asked !== undefined) done(asked);
    }),
  ]);
}

function listRows(asked: AskedUrls): readonly Row[] {
  const { urls, notes } = asked;
  const words = `${plural(urls.length, { one: '{0} URL', other: '{0} URLs' })} · ${urls.slice(0, mostShown).join(' ')}`;
  const label = `$(list-unordered) ${escapeForLabel(words, longestShown)}`;
  return [{ label, alwaysShow: true, asked }, ...noteRows(notes)];
}

const noteRows = (notes: readonly string[] = []): readonly Row[] =>
  notes.map((note) => ({ label: `$(info) ${escapeForLabel(note, longestShown)}`, alwaysShow: true }));

/** Several URLs in a text; undefined for any other text. */
function readAskedUrls(text: string): (AskedUrls & { readonly mayBeOne: 'no' | 'unlikely' | 'likely' }) | undefined {
  return readCurlCommand(text) === undefined ? readUrlList(text) : undefined;
}

/**
 * Reads a URL or a curl command.
 *
 * @returns undefined for an empty text
 */
export function readAskedRequest(text: string): AskedRequest | { readonly problem: string } | undefined {
  const typed = text.trim();
  if (typed === '') return undefined;
  const command = readCurlCommand(typed);
  if (command !== undefined && 'problem' in command) return command;
  const url = command?.url ?? typed;
  const found = readAskedUrl(url);
  if ('problem' in found) return found;
  if (command === undefined) return found.notes.length === 0 ? { url } : { url, notes: found.notes };
  const { method, headers, notes } = command;
  return { url, method, headers: headers.map(([name, value]) => [name, value]), notes: [...notes, ...found.notes] };
}
