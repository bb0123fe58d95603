import { readFileProvider } from '../../src/core/config/file/readFileProvider';
import { plannedInventory } from '../../src/core/liveConfig/plan/plannedInventory';
import { findRoute } from '../../src/core/proxy/routing/findRoute';
import type { HttpQuestion } from '../../src/core/proxy/routing/routeAnswer';
import { type Inventory, inventoryGroupOf, knownItems } from '../../src/core/proxy/model/inventory';
import type { Item, ItemKind } from '../../src/core/proxy/model/model';
import { type ChangeCase, inventoryOf, type RecordedRequest } from './cases';

/** The name of a router as the access log has it, null for none, `?` where it is not certain. */
type Answer = string | null;

export interface ChangeJudgement {
  readonly answers: readonly (readonly [Answer, Answer])[];
  readonly lines: readonly string[];
  readonly right: number;
  readonly unsure: number;
  readonly wrong: number;
  readonly objects: number;
  readonly objectsRight: number;
}

export function judgeChange(one: ChangeCase, version: string): ChangeJudgement {
  const before = inventoryOf(one.apiBefore, version);
  const texts = (files: ChangeCase['files']) => readFileProvider(Object.entries(files).map(([path, text]) => ({ path, text })));
  const [old, next] = [texts(one.files), texts({ ...one.files, [one.file]: one.after })];
  const isRefused = next.problems.some(({ severity, about }) => severity === 'error' && about?.kind === 'unit');
  const after = isRefused
    ? before
    : plannedInventory(before, { before: old.declarations, after: next.declarations }).inventory;
  const lines: string[] = [];
  if (isRefused !== (one.reloadFailed === true || (one.reloadFailed !== undefined && one.reloadFailed !== false))) lines.push(`refused: ${isRefused} ${JSON.stringify(one.reloadFailed)}`);
  let [right, unsure, wrong] = [0, 0, 0];
  const answers = one.requests.map((request) => {
    const said = [answerOf(before, request), answerOf(after, request)] as const;
    const recorded = [request.before.router, (request.after ?? request.before).router];
    for (const [at, answer] of said.entries()) {
      if (answer === recorded[at]) right++;
      else if (answer === '?') {unsure++; lines.push(`${at} ${request.method} ${request.entryPoint} ${request.host}${request.url}: ? for ${recorded[at]}`);}
      else {
        wrong++;
        lines.push(`${at} ${request.method} ${request.entryPoint} ${request.host}${request.url}: ${answer} for ${recorded[at]}`);
      }
    }
    return said;
  });
  const listed = inventoryOf(one.apiAfter ?? one.apiBefore, version);
  let [objects, objectsRight] = [0, 0];
  for (const kind of ['routers', 'services', 'middlewares'] as const) {
    const ours = new Map(itemsIn(after, kind).map((item) => [item.name, viewOf(item)]));
    for (const item of itemsIn(listed, kind)) {
      objects++;
      const [wanted, given] = [viewOf(item), ours.get(item.name)];
      ours.delete(item.name);
      if (wanted === given) objectsRight++;
      else lines.push(`${kind} ${wanted}\n      we: ${given}`);
    }
    for (const [name, given] of ours) { lines.push(`${kind} too many: ${name} ${given}`); objects++; }
  }
  return { answers, lines, right, unsure, wrong, objects, objectsRight };
}

function itemsIn(inventory: Inventory, kind: ItemKind): readonly Item[] {
  return knownItems(inventoryGroupOf<ItemKind>(inventory, 'http', kind)).filter(({ provider }) => provider !== 'internal');
}

function viewOf(item: Item): string {
  const { name, status } = item;
  if (item.kind !== 'routers') return JSON.stringify({ name, status });
  const { rule, service, middlewares, using, priority } = item;
  return JSON.stringify({ name, rule, service, middlewares, using, priority: priority === undefined ? undefined : String(priority), status });
}

export function questionOf({ entryPoint, tls = false, method, host, url, headers = [] }: RecordedRequest): HttpQuestion {
  const pairs = Array.isArray(headers) ? headers : Object.entries(headers);
  return { kind: 'http', entryPoint, isTls: tls, method, host, target: url, headers: pairs, clientIp: '127.0.0.1' };
}

function answerOf(inventory: Inventory, request: RecordedRequest): Answer {
  const { outcome } = findRoute(inventory, questionOf(request), 'matching');
  switch (outcome.kind) {
    case 'winner':
      return outcome.way.map(({ router }) => router.name).join(' -> ');
    case 'none':
      return outcome.deadEnd?.map(({ router }) => router.name).join(' -> ') ?? null;
    case 'refused':
      return null;
    default:
      return '?';
  }
}
