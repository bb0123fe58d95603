import { outcomeDifference, type RequestOutcome, requestOutcome } from '../../src/core/changePlan/requestOutcome';
import { type Inventory, inventoryGroupOf, knownItems } from '../../src/core/proxy/model/inventory';
import { type Item, type ItemKind, isInternal, itemKinds } from '../../src/core/proxy/model/model';
import type { HttpQuestion } from '../../src/core/proxy/routing/routeAnswer';
import { type ChangeCase, inventoryOf, type RecordedRequest } from './cases';
import { planCase } from './planCase';

/** The name of a router as the access log has it, null for none, `?` where it is not certain. */
export type Answer = string | null;

/** How a plan compares with what Traefik did. */
export interface ChangeJudgement {
  readonly answers: readonly (readonly [Answer, Answer])[];
  readonly unsure: number;
  readonly wrong: readonly string[];
  readonly moves: number;
  readonly missed: readonly string[];
  readonly objects: number;
  readonly wrongObjects: readonly string[];
}

export async function judgeChange(one: ChangeCase, version: string): Promise<ChangeJudgement> {
  const { before, plan } = await planCase(one, version);
  const outcomes = one.requests.map((request) => {
    const question = questionOf(request);
    return [requestOutcome(before, question), requestOutcome(plan.after, question)] as const;
  });
  const answers = outcomes.map(([first, last]) => [answerOf(first), answerOf(last)] as const);
  const wrong: string[] = [];
  const missed: string[] = [];
  let moves = 0;
  for (const [at, request] of one.requests.entries()) {
    const recorded = [request.before.router, (request.after ?? request.before).router];
    for (const [time, answer] of (answers[at] ?? []).entries()) {
      if (answer !== '?' && answer !== recorded[time])
        wrong.push(`${textOf(request)}: ${recorded[time]}, we say ${answer}`);
    }
    const moved = movedIn(request);
    if (moved.length === 0) continue;
    moves++;
    const [first, last] = outcomes[at] ?? [];
    if (!isFound(request, moved, first, last)) missed.push(`${textOf(request)}: ${moved.join(', ')} not foretold`);
  }
  const listed = inventoryOf(one.apiAfter ?? one.apiBefore, version);
  const unsure = answers.flat().filter((answer) => answer === '?').length;
  return { answers, unsure, wrong, moves, missed, ...comparedObjects(listed, plan.after) };
}

function comparedObjects(listed: Inventory, planned: Inventory): Pick<ChangeJudgement, 'objects' | 'wrongObjects'> {
  const views = (inventory: Inventory): ReadonlyMap<string, string> =>
    new Map(listedItems(inventory).map((item) => [`${item.kind} ${item.name}`, JSON.stringify(viewOf(item))]));
  const [recorded, ours] = [views(listed), views(planned)];
  const keys = new Set([...recorded.keys(), ...ours.keys()]);
  const wrong = [...keys].filter((key) => recorded.get(key) !== ours.get(key));
  return {
    objects: keys.size,
    wrongObjects: wrong.map((key) => `${key}: ${recorded.get(key)}, we say ${ours.get(key)}`),
  };
}

/** The items of a listing that files declare. */
export function listedItems(inventory: Inventory): readonly Item[] {
  return itemKinds.flatMap((kind) =>
    knownItems(inventoryGroupOf<ItemKind>(inventory, 'http', kind)).filter((item) => !isInternal(item)),
  );
}

/** What is compared of an item: absent where it is not listed. */
export function viewOf(item: Item): Readonly<Record<string, unknown>> {
  const { kind, name, status } = item;
  if (item.kind !== 'routers') return { kind, name, status };
  const { rule, service, middlewares, using, priority } = item;
  return { kind, name, rule, service, middlewares, using, priority: priority && Number(priority), status };
}

function questionOf({ entryPoint, tls = false, method, host, url, headers = [] }: RecordedRequest): HttpQuestion {
  const pairs = Array.isArray(headers) ? headers : Object.entries(headers);
  // The requests were sent on the machine itself.
  return { kind: 'http', entryPoint, isTls: tls, method, host, target: url, headers: pairs, clientIp: '127.0.0.1' };
}

function textOf({ entryPoint, method, host, url }: RecordedRequest): string {
  return `${method} ${host}${url} on ${entryPoint}`;
}

function answerOf(outcome: RequestOutcome | string): Answer {
  if (typeof outcome === 'string') return '?';
  const { router } = outcome;
  return typeof router === 'string' || router === null ? router : '?';
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
  first: RequestOutcome | string | undefined,
  last: RequestOutcome | string | undefined,
): boolean {
  if (typeof first !== 'object' || typeof last !== 'object') return false;
  if (outcomeDifference(first, last) === undefined || last.router !== after.router) return false;
  return before.router !== after.router || moved.every((member) => isForetold(member, last, after));
}

function isForetold(
  member: (typeof compared)[number],
  { end, servers, status }: RequestOutcome,
  after: RecordedRequest['before'],
): boolean {
  const isAnswered = end?.kind === 'answered';
  switch (member) {
    case 'router':
      return true;
    case 'server':
      return after.server === undefined ? isAnswered : servers?.includes(after.server) === true;
    case 'served':
      return after.served === undefined ? isAnswered : end?.kind === 'served' && end.target === after.served;
    case 'status':
      if (end === undefined) return status === after.status;
      // The servers of the recordings answer everything with 200.
      return isAnswered ? end.status === after.status : end.kind === 'served' && after.status === 200;
    case 'location':
      return (isAnswered ? end.location : undefined) === after.location;
  }
}
