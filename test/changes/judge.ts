import { readFileProvider } from '../../src/core/config/file/readFileProvider';
import { plannedInventory } from '../../src/core/liveConfig/plan/plannedInventory';
import { differenceOf, type RequestOutcome, requestOutcome } from '../../src/core/liveConfig/plan/requestOutcome';
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
  readonly moves: number;
  readonly movesFound: number;
  readonly cries: number;
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
    : plannedInventory(before, old.declarations, next.declarations).inventory;
  const lines: string[] = [];
  if (isRefused !== (one.reloadFailed === true || (one.reloadFailed !== undefined && one.reloadFailed !== false))) lines.push(`refused: ${isRefused} ${JSON.stringify(one.reloadFailed)}`);
  let [right, unsure, wrong, moves, movesFound, cries] = [0, 0, 0, 0, 0, 0];
  const answers = one.requests.map((request) => {
    const outcomes = [requestOutcome(before, questionOf(request)), requestOutcome(after, questionOf(request))] as const;
    const said = [answerOf(outcomes[0]), answerOf(outcomes[1])] as const;
    const moved = movedIn(request);
    if (moved.length > 0) {
      moves++;
      if (isFound(request, moved, outcomes)) movesFound++;
      else lines.push(`move of ${request.method} ${request.entryPoint} ${request.host}${request.url}: ${moved} ${JSON.stringify(request.before)} ${JSON.stringify(request.after)}\n we ${JSON.stringify(outcomes)}`);
    } else if (typeof outcomes[0] !== 'string' && typeof outcomes[1] !== 'string' && differenceOf(outcomes[0], outcomes[1]) !== undefined) {
      lines.push(`foretold but not moved: ${request.method} ${request.entryPoint} ${request.host}${request.url}: ${differenceOf(outcomes[0], outcomes[1])} ${JSON.stringify(request.before)} we ${JSON.stringify(outcomes)}`);
      cries++;
    }
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
  return { answers, lines, right, unsure, wrong, objects, objectsRight, moves, movesFound, cries };
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

function answerOf(outcome: RequestOutcome | string): Answer {
  return typeof outcome === 'string' || Array.isArray(outcome.router) ? '?' : (outcome.router as string | null);
}

const compared = ['router', 'server', 'served', 'status', 'location'] as const;

/** The members of a recorded answer that are others afterwards. */
function movedIn({ before, after = before }: RecordedRequest): readonly (typeof compared)[number][] {
  return compared.filter((member) => before[member] !== after[member]);
}

/** Whether a move is foretold: with the router after it, and where that stays, with what changed. */
function isFound(
  { before, after = before }: RecordedRequest,
  moved: ReturnType<typeof movedIn>,
  [first, last]: readonly [RequestOutcome | string, RequestOutcome | string],
): boolean {
  if (typeof first === 'string' || typeof last === 'string') return false;
  if (differenceOf(first, last) === undefined || last.router !== after.router) return false;
  if (before.router !== after.router) return true;
  const { end } = last;
  return moved.every((member) => {
    switch (member) {
      case 'router':
        return true;
      case 'server':
        return after.server === undefined ? end?.kind === 'answered' : last.servers?.includes(after.server) === true;
      case 'served':
        return after.served === undefined ? end?.kind === 'answered' : end?.kind === 'served' && end.target === after.served;
      case 'status':
        return end === undefined ? last.status === after.status : end.kind === 'answered' ? end.status === after.status : end.kind === 'served';
      case 'location':
        return (end?.kind === 'answered' ? end.location : undefined) === after.location;
    }
  });
}
