import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import type { SortKey } from '../../../protocol/question';
import type { DiscoverUrl } from './discoverUrl';

type DiscoverQuery =
  | { readonly language: string; readonly text: string }
  | { readonly clause: Readonly<Record<string, unknown>> };

/** The state of Discover, of any version. */
export interface DiscoverState {
  /** The index expression, if the address has it and not only the ID of a data view. */
  readonly index?: string;
  readonly dataViewId?: string;
  /** The date field of the data view. */
  readonly timeField?: string;
  readonly query?: DiscoverQuery;
  readonly filters: readonly unknown[];
  readonly time?: { readonly from: string; readonly to: string };
  readonly sort: readonly SortKey[];
  readonly columns: readonly string[];
  /** The field that divides its bars. */
  readonly breakdown?: string;
  readonly isRefreshing: boolean;
  /** The members that are not in Discover's format. */
  readonly unreadable: readonly string[];
}

const name = z.string().check(z.minLength(1), z.maxLength(1_000));
const dsl = z.record(z.string(), z.unknown());
const order = z.enum(['asc', 'desc']);
const sortKey = z.tuple([name, order]);

const dataView = z.object({ dataViewId: z.optional(name) });
/** A data view that is not saved, or a dataset of OpenSearch Dashboards. Some are not indices, but external tables. */
const spec = z.object({
  id: z.optional(z.string()),
  title: z.optional(name),
  timeFieldName: z.optional(name),
  type: z.optional(z.string()),
});
const querySchema = z.union([
  z.pipe(
    z.object({ esql: z.string() }),
    z.transform(({ esql }): DiscoverQuery => ({ language: 'ES|QL', text: esql })),
  ),
  z.pipe(
    z.object({ query: z.string(), language: z.optional(z.string()) }),
    z.transform(({ query, language }): DiscoverQuery => ({ language: language ?? 'lucene', text: query })),
  ),
  z.pipe(
    z.object({ query: dsl }),
    z.transform(({ query }) => ofClause(query)),
  ),
  z.pipe(dsl.check(z.refine((clause) => 'query_string' in clause || 'match_all' in clause)), z.transform(ofClause)),
  z.pipe(
    z.string(),
    z.transform((text): DiscoverQuery => ({ language: 'lucene', text })),
  ),
]);
const queryStringSchema = z.strictObject({
  query_string: z.strictObject({ query: z.string(), analyze_wildcard: z.optional(z.boolean()) }),
});

/** Until version 5, the query was a clause. */
function ofClause(clause: Readonly<Record<string, unknown>>): DiscoverQuery {
  const queryString = queryStringSchema.safeParse(clause).data?.query_string;
  if (queryString !== undefined) return { language: 'lucene', text: queryString.query };
  return 'match_all' in clause ? { language: 'lucene', text: '' } : { clause };
}

/** An ID that is a pattern: of data views from Elastic's agents, and of all before version 6. */
export function isIndexPattern(id: string): boolean {
  return id.includes('*') && !/[\s"<>|\\/?#]/.test(id);
}

/** Converts the states of all versions to one format. */
export function readDiscoverState({ app, global, query: own }: DiscoverUrl): DiscoverState {
  const unreadable: string[] = [];
  /** The first existing member among these. */
  const one = <Read>(schema: z.ZodMiniType<Read>, what: string, ...places: readonly unknown[]): Read | undefined => {
    const given = places.find((place) => place !== undefined && place !== null);
    if (given === undefined) return undefined;
    const read = schema.safeParse(given);
    if (!read.success) unreadable.push(what);
    return read.data;
  };
  const inside = (place: unknown, member: string): unknown => z.safeParse(dsl, place).data?.[member];

  // Since version 2.9, OpenSearch Dashboards stores the state of each view separately, and later in “legacy”.
  const views = [app, app.discover, app.legacy];
  const asked = 'language' in own ? own : own.query;
  const known = one(spec, l10n.t('the data view'), inside(asked, 'dataset'), app.dataViewSpec);
  const dataViewId =
    one(dataView, l10n.t('the data view'), app.dataSource)?.dataViewId ??
    one(
      name,
      l10n.t('the data view'),
      inside(app.metadata, 'indexPattern'),
      app.dataViewId,
      app.indexPatternId,
      app.index,
    );
  const isIndex = known?.type === undefined || known.type === 'INDEX_PATTERN' || known.type === 'INDEXES';
  // A data source of OpenSearch Dashboards precedes `::`.
  const title = isIndex && known?.title?.includes('::') !== true ? known?.title : undefined;
  const index = title ?? (dataViewId !== undefined && isIndexPattern(dataViewId) ? dataViewId : undefined);
  const id = dataViewId ?? known?.id;
  const query = one(querySchema, l10n.t('the query'), asked, app.query);
  const time = one(
    z.object({ from: z.string(), to: z.string() }),
    l10n.t('the time range'),
    global.time,
    app.timeRange,
  );
  const sort = one(
    z.union([
      z.array(sortKey),
      z.pipe(
        sortKey,
        z.transform((key) => [key]),
      ),
    ]),
    l10n.t('the sort order'),
    ...views.map((view) => inside(view, 'sort')),
  );
  const columns = one(z.array(name), l10n.t('the columns'), ...views.map((view) => inside(view, 'columns')));
  const filters = [app, own, global].flatMap(
    (place) => one(z.array(z.unknown()), l10n.t('the filters'), place.filters) ?? [],
  );
  const refresh = z.safeParse(
    z.object({ pause: z.literal(false), value: z.number().check(z.gte(1)) }),
    global.refreshInterval,
  );
  const breakdown = one(name, l10n.t('the breakdown'), app.breakdownField);
  return {
    ...(index !== undefined && { index }),
    ...(id !== undefined && { dataViewId: id }),
    ...(known?.timeFieldName !== undefined && { timeField: known.timeFieldName }),
    ...(query !== undefined && { query }),
    filters,
    ...(time !== undefined && { time }),
    sort: (sort ?? []).map(([field, order]) => ({ field, order })),
    columns: columns ?? [],
    ...(breakdown !== undefined && { breakdown }),
    isRefreshing: refresh.success,
    unreadable: [...new Set(unreadable)],
  };
}
