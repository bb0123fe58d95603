import type { LogLayout, NameField } from './logLayout';
import { arrow, type LoggedRouters, type LogSubject } from './logSubject';

/** JSON of the query DSL. Holds names and field names only, never numbers from outside. */
type Clause = { readonly [kind: string]: unknown };

/** What finds the lines of a subject. */
export interface LogClause {
  /** One clause of the query DSL as JSON text. */
  readonly json: string;
  /** Whether it asks by a router's words, so that lines of routers with the same words among theirs may come too. */
  readonly isByWords: boolean;
  /** Of a service: whether no service is asked for, but the routers that lead to it. */
  readonly isByRouters: boolean;
  /** Whether it leaves out some of the names, because they are more or longer than a question can hold. */
  readonly isCut: boolean;
}

/** Characters of names in a clause: well below what a filter of a question may have. */
const mostCharacters = 12_000;
/** A longer name is nobody's. */
const longestName = 2_000;
/** A wildcard is dear, and an engine takes about a thousand clauses. */
const mostNested = 50;
/** Values longer than this are not in keyword fields that an engine made by itself (`ignore_above`). */
const longestKeyword = 256;

/** What Traefik answers where a service has no server to ask. Such a line names the router and no service. */
const noServer = 503;

/**
 * The clause for the lines of a router or a service: whole names where the field holds them, phrases where it holds words.
 * A service is asked for by its name; lines without one are taken from its routers where it had no server, or where the
 * layout often lacks the name. Where no line names a service, its routers stand for it.
 */
export function logClauseOf(subject: LogSubject, layout: LogLayout): LogClause {
  const { router, service } = layout;
  const { routers, isCut } = cut(subject.routers);
  const byRouters = routersClause(routers, router);
  if (subject.kind === 'router' || service === undefined || subject.services.length === 0) {
    const isByRouters = subject.kind === 'service';
    return { json: JSON.stringify(byRouters), isByWords: router.by === 'phrase', isByRouters, isCut };
  }
  const services = subject.services.filter((name) => name.length <= longestName);
  const byService = valueClauses(services, service);
  const hasRouters = routers.names.length + routers.nested.length > 0;
  const unnamed = hasRouters ? unnamedClauses(byRouters, layout, service) : [];
  return {
    json: JSON.stringify(oneOf([...byService, ...unnamed])),
    isByWords: service.by === 'phrase',
    isByRouters: false,
    isCut: services.length < subject.services.length || (isCut && unnamed.length > 0),
  };
}

/** Lines of the service's routers that name no service. */
function unnamedClauses(byRouters: Clause, layout: LogLayout, { field }: NameField): readonly Clause[] {
  const { status, isServiceOftenMissing } = layout;
  const without = { must_not: [{ exists: { field } }] };
  if (isServiceOftenMissing) return [{ bool: { filter: [byRouters], ...without } }];
  if (status === undefined) return [];
  return [{ bool: { filter: [byRouters, { term: { [status]: noServer } }], ...without } }];
}

function routersClause({ names, nested }: LoggedRouters, router: NameField): Clause {
  if (router.by === 'phrase') {
    // A longer value has the words of the routers in it.
    const alone = names.filter((name) => !name.includes(arrow));
    return oneOf(valueClauses([...new Set([...(alone.length > 0 ? alone : names), ...nested])], router));
  }
  return oneOf([...valueClauses(names, router), ...nested.flatMap((name) => nestedClauses(name, router.field))]);
}

function valueClauses(values: readonly string[], { field, by, text }: NameField): readonly Clause[] {
  if (by === 'phrase') return values.map((value) => ({ match_phrase: { [field]: value } }));
  const long = text === undefined ? [] : values.filter((value) => value.length > longestKeyword);
  const whole = values.filter((value) => !long.includes(value));
  return [
    ...(whole.length > 0 ? [whole.length === 1 ? { term: { [field]: whole[0] } } : { terms: { [field]: whole } }] : []),
    ...long.map((value) => ({ match_phrase: { [text ?? field]: value } })),
  ];
}

/** A router above, below or between others. */
function nestedClauses(name: string, field: string): readonly Clause[] {
  const own = name.replace(/[\\*?]/g, '\\$&');
  return [`*${arrow}${own}`, `${own}${arrow}*`, `*${arrow}${own}${arrow}*`].map((value) => ({
    wildcard: { [field]: { value } },
  }));
}

/** Of nothing to ask for nothing is found: an empty `bool` would find everything. */
function oneOf(clauses: readonly Clause[]): Clause {
  const [first, ...others] = clauses;
  if (first === undefined) return { match_none: {} };
  if (others.length === 0) return first;
  return { bool: { should: clauses, minimum_should_match: 1 } };
}

/** As many routers as a question can hold, those first that come first. */
function cut({ count, names, nested }: LoggedRouters): { readonly routers: LoggedRouters; readonly isCut: boolean } {
  let room = mostCharacters;
  const fits = (characters: number): boolean => {
    room -= characters;
    return room >= 0;
  };
  const wildcards = nested.slice(0, mostNested).filter((name) => {
    return name.length <= longestName && fits(JSON.stringify(nestedClauses(name, '')).length);
  });
  const whole = names.filter((name) => name.length <= longestName && fits(JSON.stringify(name).length + 1));
  const kept = { count, names: whole, nested: wildcards };
  return { routers: kept, isCut: kept.names.length < names.length || kept.nested.length < nested.length };
}
