import { isSecretHeader, maskText, secretMask } from '../core/base/secrets/secretsInText';
import type { ChangePlan } from '../core/changePlan/changePlan';
import type { ExplainedMove } from '../core/changePlan/explainedMoves';
import type { RequestOutcome } from '../core/changePlan/requestOutcome';
import type { ConfigProblem } from '../core/config/model/configProblem';
import type { RouteQuestion } from '../core/proxy/routing/routeAnswer';
import type { PlanFiles } from './planFiles';
import { placesIn, type ReportedPlace, type ReportedProblem, reportProblems } from './report';

/** A plan as plain data, with every secret masked: what `--format json` prints (docs/command-line.md, "Plan a change"). */
export interface PlanReport {
  /** The name of the proxy, or of the snapshot's file. */
  readonly proxy: string;
  readonly base: { readonly revision: string; readonly commit: string };
  readonly refusals: readonly ReportedProblem[];
  readonly drifted: readonly string[];
  readonly moves: readonly ReportedMove[];
  readonly silenced: readonly { readonly name: string; readonly why?: string | undefined }[];
  readonly unansweredHosts: readonly string[];
  readonly problems: {
    readonly introduced: readonly ReportedProblem[];
    readonly fixed: readonly ReportedProblem[];
    readonly unchanged: number;
  };
  readonly objects: readonly ReportedObject[];
  readonly notKnown: readonly { readonly name: string; readonly why: string }[];
  /** Whether requests were tried for all that the change concerns: where not, others may move, too. */
  readonly isWhole: boolean;
  /** What was left out: sentences. */
  readonly notes: readonly string[];
  /** What could not be read: sentences. */
  readonly unreadable: readonly string[];
}

export interface ReportedMove {
  readonly request: ReportedRequest;
  /** A router, several of which one gets the request by chance, or null for none. */
  readonly from: string | null | readonly string[];
  readonly to: string | null | readonly string[];
  readonly differs: ExplainedMove['differs'];
  readonly before: ReportedOutcome;
  readonly after: ReportedOutcome;
  readonly why: string;
  /** Where the new text declares what `why` names first. */
  readonly cause?: ReportedPlace | undefined;
  /** How many more such requests were found. */
  readonly more: number;
}

/** An example of the requests that move: of HTTP, or a connection of TCP. */
type ReportedRequest = {
  readonly entryPoint: string;
  /** Only if it depends on the client's address. */
  readonly clientIp?: string | undefined;
} & (
  | {
      readonly method: string;
      readonly url: string;
      readonly headers: readonly (readonly [name: string, value: string])[];
    }
  | { readonly isTls: boolean; readonly serverName?: string | undefined }
);

/** What a request gets, as far as it is certain. */
interface ReportedOutcome {
  readonly status?: number | undefined;
  readonly location?: string | undefined;
  /** As the server sees it. */
  readonly path?: string | undefined;
  readonly servers?: readonly string[] | undefined;
}

interface ReportedObject {
  readonly protocol: string;
  readonly kind: string;
  readonly name: string;
  readonly how: 'added' | 'changed' | 'removed';
  readonly options: readonly string[];
}

/** In UTF-16 units, of one text. */
const longestText = 5_000;

/** Makes the report of a plan. */
export function planReport(
  plan: ChangePlan,
  { before, after, commit, notes, unreadable }: PlanFiles,
  { proxy, revision }: { readonly proxy: string; readonly revision: string },
): PlanReport {
  const problemsIn = (problems: readonly ConfigProblem[], side: PlanFiles['after']): readonly ReportedProblem[] =>
    reportProblems(
      problems.map((one) => ({ ...one, message: shown(one.message) })),
      [...side.files, ...side.others],
    );
  const causeOf = placesIn([...after.files, ...after.others]);
  return {
    proxy: shown(proxy),
    base: { revision: shown(revision), commit },
    refusals: problemsIn(plan.refusals, after),
    drifted: plan.drifted.map(shown),
    moves: plan.moves.map((move) => reportedMove(move, causeOf)),
    silenced: plan.silenced.map(({ name, why }) => ({ name: shown(name), ...(why && { why: shown(why) }) })),
    unansweredHosts: plan.unansweredHosts.map(shown),
    problems: {
      introduced: problemsIn(plan.problems.introduced, after),
      fixed: problemsIn(plan.problems.fixed, before),
      unchanged: plan.problems.unchanged,
    },
    objects: plan.objects.map(({ protocol, kind, name, how, options }) => ({
      ...{ protocol, kind, name: shown(name), how, options: options.map(shown) },
    })),
    notKnown: [
      ...plan.uncertain.map(
        (name) => [name, 'Its name, presence, or options are not known: it counts as listed.'] as const,
      ),
      ...plan.unlisted.map((name) => [name, 'The API does not list it: what follows from it is not known.'] as const),
      ...plan.notJudged.map(({ router, why }) => [router, why] as const),
    ].map(([name, why]) => ({ name: shown(name), why: shown(why) })),
    isWhole: plan.isWhole,
    notes,
    unreadable,
  };
}

function reportedMove(
  { question, before, after, differs, more, why, cause }: ExplainedMove,
  placeOf: ReturnType<typeof placesIn>,
): ReportedMove {
  return {
    request: reportedRequest(question),
    from: routersOf(before),
    to: routersOf(after),
    differs,
    before: reportedOutcome(before),
    after: reportedOutcome(after),
    why: shown(why),
    ...(cause && { cause: placeOf(cause) }),
    more,
  };
}

function reportedRequest(question: RouteQuestion): ReportedRequest {
  const { entryPoint, clientIp, isTls } = question;
  const common = { entryPoint: shown(entryPoint), ...(clientIp !== undefined && { clientIp: shown(clientIp) }) };
  if (question.kind === 'tcp') {
    const { serverName } = question;
    return { ...common, isTls, ...(serverName !== undefined && { serverName: shown(serverName) }) };
  }
  return {
    ...common,
    method: shown(question.method),
    url: shown(`${isTls ? 'https' : 'http'}://${question.host}${question.target}`),
    headers: question.headers.map(([name, value]) => [shown(name), isSecretHeader(name) ? secretMask : shown(value)]),
  };
}

function routersOf({ router }: RequestOutcome): ReportedMove['from'] {
  if (router === null) return null;
  return typeof router === 'string' ? shown(router) : router.map(shown);
}

function reportedOutcome({ end, servers, status }: RequestOutcome): ReportedOutcome {
  const isServed = end === undefined || end.kind === 'served';
  const answered = end?.kind === 'answered' ? end : { status, location: undefined };
  return {
    ...(answered.status !== undefined && { status: answered.status }),
    ...(answered.location !== undefined && { location: shown(answered.location) }),
    ...(end?.kind === 'served' && { path: shown(end.target) }),
    ...(isServed && servers !== undefined && { servers: servers.map(shown) }),
  };
}

/** A text of a file or a proxy: masked, and not endless. */
function shown(text: string): string {
  const masked = maskText(text);
  return masked.length > longestText ? `${masked.slice(0, longestText)}…` : masked;
}

/** The example of requests in words, without its headers. */
export function exampleText(request: ReportedRequest): string {
  return 'method' in request
    ? `${request.method} ${request.url}`
    : `a connection to ${request.serverName ?? request.entryPoint}`;
}

/** The headers of an example: `Name: value`. */
export function headerTexts(request: ReportedRequest): readonly string[] {
  return 'method' in request ? request.headers.map(([name, value]) => `${name}: ${value}`) : [];
}

/** What a request gets, in a few signs. */
export function outcomeText({ status, location, path, servers }: ReportedOutcome): string {
  const [server = ''] = servers ?? [];
  return status === undefined ? `${server}${path ?? ''}` : `${status} ${location ?? ''}`;
}
