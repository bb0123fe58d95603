import type { LogHitFields } from '../../core/bridge/logs/hitFields';
import type { TableDescriptionOptions } from '../../core/search/read/describePage';
import type { AccessLogs } from './accessLogs';
import type { Engines } from './engines';
import type { StoredColumns } from './storedColumns';

/** The table options of an endpoint's indices, as far as known. */
export interface TableOptions {
  /** Returns at once: a page does not wait for optional facts. */
  of(index: string): TableDescriptionOptions;
  /** Requests the fields of an index. Resolves to true if its tables are drawn in another way now. Never rejects. */
  learn(index: string): Promise<boolean>;
}

/** The sources of the options. */
export interface TableOptionsDeps {
  readonly columns: StoredColumns;
  readonly engines: Pick<Engines, 'of'>;
  readonly logs: Pick<AccessLogs, 'hitFieldsOf'>;
  /** Whether the page shows hits as lines. */
  areLinesShown(): boolean;
}

type Learned = Pick<TableDescriptionOptions, 'fields'> & { readonly log: LogHitFields | undefined };

const nothing: Learned = { fields: [], log: undefined };
const mostIndices = 20;

/** Opens the options of one endpoint. Sends no request yet. */
export async function openTableOptions(
  endpointId: string,
  { columns, engines, logs, areLinesShown }: TableOptionsDeps,
): Promise<TableOptions> {
  const chosen = await columns.at(endpointId);
  /** By index, the latest at the end. */
  const learned = new Map<string, Learned>();
  return {
    of(index) {
      const { fields, log } = learned.get(index) ?? nothing;
      return {
        columns: chosen.of(index),
        fields,
        ...(log !== undefined && { routerField: log.router, requestFields: log.request }),
        ...(areLinesShown() && { asLines: true }),
      };
    },
    async learn(index) {
      const before = learned.get(index) ?? nothing;
      const [fields, log] = await Promise.all([
        engines
          .of(endpointId)
          .then(({ catalog }) => catalog.fields(index))
          .catch(() => before.fields),
        logs.hitFieldsOf(endpointId, index).catch(() => before.log),
      ]);
      learned.delete(index);
      learned.set(index, { fields, log });
      for (const oldest of learned.keys()) if (learned.size > mostIndices) learned.delete(oldest);
      const isStillNone = fields.length === 0 && before.fields.length === 0;
      return (fields !== before.fields && !isStillNone) || log?.router !== before.log?.router;
    },
  };
}

/** Whether a page described with one is drawn the same with the other. */
export function areSameTableOptions(one: TableDescriptionOptions, other: TableDescriptionOptions): boolean {
  return (
    one.fields === other.fields &&
    one.routerField === other.routerField &&
    one.asLines === other.asLines &&
    JSON.stringify(one.columns) === JSON.stringify(other.columns)
  );
}
