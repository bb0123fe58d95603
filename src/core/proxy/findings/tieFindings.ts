import { entryPointsOf, type Router } from '../model/model';
import { enumerated, type Finding, keyOf, nameIn, ruleIn } from './finding';
import type { Tie } from './ties';
import { questionText } from './witness';

/** Routers that a finding leads to. */
const MOST_LINKS = 20;

/** What to say of ties: one finding for a router with all that it ties with. A pair is told once, with the one of the two that ties with most. */
export function tieFindings(ties: readonly Tie[]): readonly Finding[] {
  const byRouter = new Map<Router, Tie[]>();
  for (const tie of ties) {
    for (const { router } of [tie.one, tie.other]) {
      const own = byRouter.get(router);
      if (own === undefined) byRouter.set(router, [tie]);
      else own.push(tie);
    }
  }
  const told = new Set<Tie>();
  const findings: Finding[] = [];
  for (const [router, own] of [...byRouter].sort(([, a], [, b]) => b.length - a.length)) {
    const fresh = own.filter((tie) => !told.has(tie));
    for (const tie of fresh) told.add(tie);
    const finding = findingFor(router, fresh);
    if (finding !== undefined) findings.push(finding);
  }
  return findings;
}

/** Who takes the example: more than the two that it was found for may. */
function whoTakes({ takers }: Tie, router: Router, rivals: readonly Router[]): string {
  const [rival] = rivals;
  const others = takers.flatMap(({ router: taker }) =>
    taker === router || taker === rival ? [] : [nameIn(taker.name)],
  );
  if (rivals.length === 1 && others.length === 0) return 'both';
  return enumerated(['it', nameIn(rival?.name ?? ''), ...others]);
}

function findingFor(router: Router, ties: readonly Tie[]): Finding | undefined {
  const [first] = ties;
  if (first === undefined) return undefined;
  const rivals = ties.map(({ one, other }) => (one.router === router ? other.router : one.router));
  const { one, witness, isClientAsked } = first;
  const example = ruleIn(questionText(witness, isClientAsked));
  const { entryPoint } = witness;
  const isOnOthers = [router, ...rivals].some((each) => entryPointsOf(each).some((name) => name !== entryPoint));
  const where = isOnOthers ? `on ${nameIn(entryPoint)} ` : '';
  const isOneProvider = rivals.every(({ provider }) => provider === router.provider);
  const open = isOneProvider
    ? 'Which one wins is not defined.'
    : 'Which one wins is not defined, unless this Traefik has an order of providers (providers.precedence).';
  return {
    kind: 'tie',
    key: keyOf(router),
    about: nameIn(router.name),
    reason: `Has the same priority, ${one.priority}, as ${enumerated(rivals.map(({ name }) => nameIn(name)))}: ${where}${whoTakes(first, router, rivals)} take ${example}. ${open}`,
    links: [
      { to: 'item', item: router },
      ...rivals.slice(0, MOST_LINKS).map((item) => ({ to: 'item', item, role: 'ties' }) as const),
    ],
  };
}
