import * as l10n from '@vscode/l10n';
import { addToList } from '../base/lists/addToList';
import { maskText } from '../base/secrets/secretsInText';
import { plainText } from '../base/text/plainText';
import { quoted } from '../base/text/quoted';
import type { ConfigGroup } from '../config/files/readConfigFiles';
import type { ConfigProblem } from '../config/model/configProblem';
import type { Declaration } from '../config/model/declaration';
import { rangeOf, type SourceRange } from '../config/source/placedText';
import { clockText, momentText } from '../proxy/describe/dateTexts';
import { healthSummary } from '../proxy/describe/itemSummary';
import { joinedParts } from '../proxy/describe/labels';
import { type Condition, conditionRank, itemCondition, leadsToServers } from '../proxy/model/condition';
import type { Inventory } from '../proxy/model/inventory';
import { type ItemGraph, itemGraphOf } from '../proxy/model/itemGraph';
import type { ItemRef } from '../proxy/model/itemRef';
import type { Item } from '../proxy/model/model';
import { shownProxyName } from './liveProblems';
import { type LiveMatch, matchDeclared } from './matchDeclared';
import { missingFromProxy, type ReadProxy } from './readProxies';

/** The proxies that a file may be for. */
export interface FileProxies {
  /** The proxies that were read. */
  readonly read: readonly ReadProxy[];
  /** The proxy that the file is for, if it was not read yet. */
  readonly unread: Pick<ReadProxy, 'endpointId' | 'name'> | undefined;
  readonly hasAny: boolean;
}

/** A line above a file, or above an object that it declares. */
export interface LiveLine {
  readonly at: SourceRange;
  /** One visible line, with server text. */
  readonly text: string;
  /** Where the line leads: to the choice of a proxy, an error of the files, an item, or the proxy that lacks it. */
  readonly to:
    | { readonly is: 'choice' }
    /** `line` counts from 0. */
    | { readonly is: 'error'; readonly path: string; readonly line: number }
    | { readonly is: 'item'; readonly condition: Condition; readonly ref: ItemRef }
    | { readonly is: 'proxy'; readonly endpointId: string };
}

/** The most proxies that are reported about a file that is for none of them. */
const mostProxies = 2;
/** The most problems in the line of a container. */
const mostTexts = 3;
const longestError = 120;

/** Computes the data of large proxies for lines, so that `liveLines` does not take long. */
export async function prepareLiveLines(proxies: readonly ReadProxy[], signal: AbortSignal): Promise<void> {
  for (const { inventory } of proxies) await itemGraphOf(inventory).prepare(signal);
}

/**
 * The proxy of a file, or what prevents a comparison with it, above the file; and above each declared object what is
 * wrong with it there. Without a proxy of the file, others that have its objects are reported by name.
 *
 * @param path distinguishes the file from those that are read with it
 */
export function liveLines(
  groups: readonly ConfigGroup[],
  path: string,
  { read, unread, hasAny }: FileProxies,
): readonly LiveLine[] {
  const ours = groups.filter(({ source, files }) => source.isOurs && files.some((file) => file.path === path));
  const declared = ours.flatMap(({ declarations }) => declarations.filter(({ at }) => at.file.path === path));
  const error = declared.every(({ absent }) => absent === 'broken') ? firstError(ours, path) : undefined;
  if (!hasAny || (declared.length === 0 && error === undefined)) return [];
  const bound = read.find(({ isBound }) => isBound);
  const own = bound ?? unread;
  const top =
    own === undefined ? connectLine() : error === undefined ? proxyLine(own, bound) : errorLine(own, error, ours, path);
  const lines: LiveLine[] = [{ at: { path, start: 0, end: 0 }, ...top }];
  const present = declared.filter(isShown);
  let left = mostProxies;
  for (const proxy of own === undefined ? read : [bound ?? []].flat()) {
    const found = left === 0 ? [] : linesOf(present, proxy);
    if (found.length > 0) left--;
    for (const line of found) lines.push(line);
  }
  return lines;
}

/** The error that Traefik reports first, or rather one in the file itself. */
function firstError(groups: readonly ConfigGroup[], path: string): ConfigProblem | undefined {
  const errors = groups.flatMap(({ problems }) => problems).filter(({ severity }) => severity === 'error');
  const [first] = errors.filter(({ range }) => range.path === path).sort((a, b) => a.range.start - b.range.start);
  return first ?? errors[0];
}

type LineText = Pick<LiveLine, 'text' | 'to'>;

function connectLine(): LineText {
  return { text: l10n.t('Connect to Proxy…'), to: { is: 'choice' } };
}

/** @param read the same proxy, if it was read */
function proxyLine(own: Pick<ReadProxy, 'name'>, read: ReadProxy | undefined): LineText {
  const text =
    read === undefined
      ? l10n.t('{0} · not read yet', shownProxyName(own))
      : l10n.t('{0} · read {1} · Change…', shownProxyName(own), timeText(read.inventory));
  return { text, to: { is: 'choice' } };
}

function timeText({ readAt }: Inventory): string {
  const isToday = new Date(readAt).toDateString() === new Date().toDateString();
  return isToday ? clockText(readAt, 'minutes') : momentText(readAt);
}

function errorLine(
  own: Pick<ReadProxy, 'name'>,
  { range }: ConfigProblem,
  groups: readonly ConfigGroup[],
  path: string,
): LineText {
  const file = groups.flatMap(({ files }) => files).find((one) => one.path === range.path);
  const line = file?.text.slice(0, range.start).split('\n').length ?? 1;
  const text =
    range.path === path
      ? l10n.t('{0}: not compared, file has an error (line {1})', shownProxyName(own), String(line))
      : l10n.t(
          '{0}: not compared, {1} has an error (line {2})',
          shownProxyName(own),
          quoted(range.path.slice(range.path.lastIndexOf('/') + 1)),
          String(line),
        );
  return { text, to: { is: 'error', path: range.path, line: line - 1 } };
}

/** For objects that no file writes, the router's line is enough: it shows the health of its service. */
function isShown({ absent, isImplied, kind }: Declaration): boolean {
  return absent === undefined && (isImplied !== true || kind === 'router');
}

/** The lines of a proxy in the order of the file. All objects of a container share one, at the worst of them. */
function linesOf(declared: readonly Declaration[], proxy: ReadProxy): readonly LiveLine[] {
  const graph = itemGraphOf(proxy.inventory);
  const lines = new Map<unknown, LiveLine[]>();
  for (const match of matchDeclared(declared, proxy.inventory)) {
    const line = lineOf(match, proxy, graph);
    if (line === undefined) continue;
    const { unit } = match.declaration;
    const owner = unit.startsWith('container ') ? unit : match.declaration;
    addToList(lines, owner, line);
  }
  const name = proxy.isBound ? '' : `${shownProxyName(proxy)}: `;
  return [...lines.values()]
    .flatMap((same) => {
      const [worst] = same.sort((a, b) => rankOf(a) - rankOf(b) || a.at.start - b.at.start);
      const texts = [...new Set(same.map(({ text }) => text))].slice(0, mostTexts);
      return worst === undefined ? [] : [{ ...worst, text: name + joinedParts(...texts) }];
    })
    .sort((a, b) => a.at.start - b.at.start);
}

function rankOf({ to }: LiveLine): number {
  return to.is === 'item' ? conditionRank[to.condition] : -1;
}

/** Undefined if nothing is wrong: what is plain is not worth a line. */
function lineOf(
  { declaration, certainty, items }: LiveMatch,
  proxy: ReadProxy,
  graph: ItemGraph,
): LiveLine | undefined {
  const { endpointId } = proxy;
  const at = rangeOf(declaration.at);
  const conditionOf = (one: Item): Condition => itemCondition(one, graph.healthOf);
  const [item] = items;
  if (item === undefined || certainty === 'ambiguous') {
    const isMissing = certainty === 'none' && proxy.isBound && declaration.isConditional !== true;
    return isMissing ? { at, text: missingFromProxy(proxy), to: { is: 'proxy', endpointId } } : undefined;
  }
  // Of a router, a copy for one of its entry points may be worse.
  const [worst = item] = items.toSorted((a, b) => conditionRank[conditionOf(a)] - conditionRank[conditionOf(b)]);
  const text = joinedParts(errorText(worst), healthText(worst, graph));
  if (text === '') return undefined;
  const { protocol, kind, name } = worst;
  const condition = conditionOf(worst);
  return { at, text, to: { is: 'item', condition, ref: { endpointId, protocol, kind, name } } };
}

function errorText({ status, errors: [error] }: Item): string | undefined {
  if (status !== 'disabled' && status !== 'warning') return undefined;
  return error === undefined ? status : `${status}: ${plainText(maskText(error), longestError)}`;
}

function healthText(item: Item, graph: ItemGraph): string | undefined {
  if (item.status === 'disabled' || !leadsToServers(item)) return undefined;
  const health = graph.healthOf(item);
  return health.state === 'down' || health.state === 'partly' ? healthSummary(health) : undefined;
}
