import * as l10n from '@vscode/l10n';
import { numberText } from '../../l10n/numbers';
import { plural } from '../../l10n/plural';
import { emptyQuestion, type SearchQuestion } from '../../protocol/question';
import { plainText } from '../base/text/plainText';
import { joinedParts } from '../proxy/describe/labels';
import { arrow, type LoggedRouters, type LogSubject } from './accessLogNames';
import type { LogLayout, NameField } from './logLayouts';

/** Enough for the last minutes of a busy router, yet few enough to scan. */
const pageSize = 50;

const longestName = 200;

/** The place of access logs: an index expression, and their layout. */
export interface LogPlace {
  readonly index: string;
  readonly layout: LogLayout;
}

/** The search for the access logs of a router or service: the last hour, newest first, if the index has a time. */
export function accessLogQuestion(subject: LogSubject, { index, layout }: LogPlace): SearchQuestion {
  const clause = logClauseOf(subject, layout);
  return {
    ...emptyQuestion,
    index,
    filters: [{ label: labelOf(subject, clause), clause: clause.json, isOut: false }],
    ...(layout.time !== undefined && { time: { field: layout.time, span: '1h', from: '', to: '' } }),
    sort: layout.sort === undefined ? [] : [{ field: layout.sort, order: 'desc' }],
    size: pageSize,
    highlight: false,
  };
}

/** The subject of the condition, and whether it matches fewer or more lines than the subject's. */
function labelOf({ kind, name, routers }: LogSubject, { isByRouters, isByWords, isCut }: LogClause): string {
  const shown = plainText(name, longestName);
  return joinedParts(
    kind === 'router' ? l10n.t('Router {0}', shown) : l10n.t('Service {0}', shown),
    isByRouters ? routersText(routers.count, isCut) : undefined,
    isCut && !isByRouters ? l10n.t('by some of its names') : undefined,
    isByWords ? l10n.t('by words') : undefined,
  );
}

function routersText(count: number, isCut: boolean): string {
  if (count === 0) return l10n.t('no router uses it');
  return isCut
    ? l10n.t('by some of its {0} routers', numberText(count))
    : plural(count, { one: 'by its router', other: 'by its {0} routers' });
}

/** JSON of the query DSL. Contains only names and field names, never numbers from outside. */
type Clause = { readonly [kind: string]: unknown };

/** The clause that finds the lines of a subject. */
interface LogClause {
  /** One clause of the query DSL as JSON text. */
  readonly json: string;
  /** Whether it matches words of a router's name, so that it also finds routers with the same words. */
  readonly isByWords: boolean;
  /** For a service: whether it matches the routers that lead to the service instead of the service. */
  readonly isByRouters: boolean;
  /** Whether some names are left out, because they exceed the limits of a question. */
  readonly isCut: boolean;
}

/** Characters of names in a clause: well below the limit of a question's filter. */
const mostCharacters = 12_000;
/** Real names are shorter. */
const longestClauseName = 2_000;
/** Wildcards are slow, and an engine accepts about a thousand clauses. */
const mostNested = 50;
/** Keyword fields that an engine created itself ignore longer values (`ignore_above`). */
const longestKeyword = 256;

/** Traefik's response if a service has no server. Such a line has the router but no service. */
const noServer = 503;

/**
 * The clause for the lines of a router or a service: whole names if the field has them, phrases if it has words. A
 * service is found by its name. Lines without a service come from its routers if it had no server, or if the layout
 * often lacks the name. If no line names a service, its routers stand for it.
 */
export function logClauseOf(subject: LogSubject, layout: LogLayout): LogClause {
  const { router, service } = layout;
  const { routers, isCut } = cut(subject.routers);
  const byRouters = routersClause(routers, router);
  if (subject.kind === 'router' || service === undefined || subject.services.length === 0) {
    const isByRouters = subject.kind === 'service';
    return { json: JSON.stringify(byRouters), isByWords: router.by === 'phrase', isByRouters, isCut };
  }
  const services = subject.services.filter((name) => name.length <= longestClauseName);
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
    // A longer value contains the words of the routers.
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

/** Matches nothing if there are no clauses: an empty `bool` would match everything. */
function oneOf(clauses: readonly Clause[]): Clause {
  const [first, ...others] = clauses;
  if (first === undefined) return { match_none: {} };
  if (others.length === 0) return first;
  return { bool: { should: clauses, minimum_should_match: 1 } };
}

/** The first routers, as many as fit into a question. */
function cut({ count, names, nested }: LoggedRouters): { readonly routers: LoggedRouters; readonly isCut: boolean } {
  let room = mostCharacters;
  const fits = (characters: number): boolean => {
    room -= characters;
    return room >= 0;
  };
  const wildcards = nested.slice(0, mostNested).filter((name) => {
    return name.length <= longestClauseName && fits(JSON.stringify(nestedClauses(name, '')).length);
  });
  const whole = names.filter((name) => name.length <= longestClauseName && fits(JSON.stringify(name).length + 1));
  const kept = { count, names: whole, nested: wildcards };
  return { routers: kept, isCut: kept.names.length < names.length || kept.nested.length < nested.length };
}
