import * as l10n from '@vscode/l10n';
import type { QuestionFilter, SearchQuestion } from '../../../protocol/question';
import { jobOf } from '../../base/worker/job';
import type { FieldInfo } from '../engine/fieldList';
import { traceFields } from '../logFields/accessLogFields';
import { scalarText } from '../query/fieldKinds';
import { filterOf } from '../query/filterOf';
import { dateOf } from '../read/hitDate';
import { hitValueAt, ignoredIn } from '../read/hitValues';
import type { Hit } from '../wire/searchAnswer';

/**
 * The fields that narrow the surroundings of a hit, in access logs and application logs: Traefik's own, the Elastic
 * Common Schema, OpenTelemetry, and the usual fields of loggers. Of each group, the first that a document has counts.
 */
const hostFields: readonly string[] = [
  'kubernetes.pod.name',
  'host.name',
  'RequestHost',
  'url.domain',
  'hostname',
  'host',
];
const serviceFields: readonly string[] = ['service.name', 'ServiceName', 'service', 'app'];
const routerFields: readonly string[] = ['RouterName', 'traefik.access.router_name', 'router'];

/** The initial number of hits to each side. */
const sideSize = 25;

interface AnchoredHit {
  readonly hit: Hit;
  /** The question of the hit's page. */
  readonly question: SearchQuestion;
  /** The fields of the index; empty if unknown. */
  readonly fields: readonly FieldInfo[];
  /** The date field with the time of the hits; undefined if there is none. */
  readonly time: string | undefined;
  /** The field with a router's name, if known. */
  readonly routerField?: string | undefined;
}

/** The filter for the first of these fields in which a document has a value. */
function filterByFirst(names: readonly string[], { hit, fields }: AnchoredHit): QuestionFilter | undefined {
  const ignored = ignoredIn(hit.json);
  for (const path of names) {
    const value = hitValueAt(hit.json, path);
    if (value === undefined || value === 'null' || value === '""') continue;
    const filter = filterOf({ path, fields, ignored }, value, false);
    if (filter !== undefined) return filter;
  }
  return undefined;
}

/** A question for the same index, without words and order. */
function bareQuestion({ index, size }: SearchQuestion): SearchQuestion {
  const nothing = { by: 'words', field: '', text: '', upTo: '', filters: [], sort: [] } as const;
  return { index, ...nothing, filters: [], sort: [], size, highlight: false, onlyFields: [] };
}

/**
 * The question for the documents before and after a hit: hits of its host, service and router, with a filter each, so
 * that the user can drop one after the other. The filters for its trace, and those of the search that found it, are
 * added but disabled, because they would hide the documents before it.
 *
 * @returns a sentence if the hit has no ID or no date
 */
function surroundingQuestion(anchored: AnchoredHit): SearchQuestion | string {
  const { hit, question, time, routerField } = anchored;
  const { id, index } = hit;
  const date = time === undefined ? undefined : hitValueAt(hit.json, time);
  if (time === undefined || date === undefined || date === 'null') {
    return l10n.t('This hit has no date, so it is not known what came before and after it.');
  }
  if (id === undefined || index === undefined) {
    return l10n.t('This hit has no ID, so the engine cannot find it among others.');
  }
  const routers = routerField === undefined ? routerFields : [routerField];
  const own = [hostFields, serviceFields, routers].flatMap((names) => filterByFirst(names, anchored) ?? []);
  const trace = filterByFirst(traceFields, anchored);
  const others = question.body === undefined ? question.filters : [];
  const off = [...(trace === undefined ? [] : [trace]), ...others].map((filter) => ({
    ...filter,
    isOff: true as const,
  }));
  const byClause = new Map([...own, ...off].reverse().map((filter) => [filter.clause, filter]));
  const at = dateOf(scalarText(date));
  return {
    ...bareQuestion(question),
    filters: [...byClause.values()].reverse(),
    size: sideSize,
    around: { field: time, index, id, ...(at !== undefined && { at }) },
  };
}

/**
 * The question for all hits of a hit's trace, from the first to the last.
 *
 * @returns a sentence if the hit has no trace ID that can be searched
 */
function traceQuestion(anchored: AnchoredHit): SearchQuestion | string {
  const { question, time } = anchored;
  const trace = filterByFirst(traceFields, anchored);
  if (trace === undefined) return l10n.t('This hit has no trace ID that the engine can search for.');
  const sort = time === undefined ? [] : [{ field: time, order: 'asc' as const }];
  return { ...bareQuestion(question), filters: [trace], sort };
}

/** Longer documents are read on another thread, once for each field. */
const longestHere = 2 ** 17;

export const surroundingQuestionJob = jobOf('surroundingQuestion', longestHere, surroundingQuestion);
export const traceQuestionJob = jobOf('traceQuestion', longestHere, traceQuestion);
