import type { LogHitFields } from '../../core/accessLogs/logLayouts';
import type { TableDescriptionOptions } from '../../core/search/read/describeTable';
import type { AccessLogs } from './accessLogs';
import type { EndpointColumns } from './rememberedChoices';

type Learned = Pick<TableDescriptionOptions, 'fields'> & { readonly log: LogHitFields | undefined };

const nothing: Learned = { fields: [], log: undefined };
const mostIndices = 20;

/** The table options of an endpoint's indices, as far as known. Sends no request before `learn`. */
export class TableOptions {
  /** By index, the latest at the end. */
  private readonly learned = new Map<string, Learned>();

  constructor(
    private readonly endpointId: string,
    private readonly logs: AccessLogs,
    private readonly chosen: EndpointColumns,
    private readonly areLinesShown: () => boolean,
  ) {}

  /** Returns at once: a page does not wait for optional facts. */
  of(index: string): TableDescriptionOptions {
    const { fields, log } = this.learned.get(index) ?? nothing;
    return {
      columns: this.chosen.of(index),
      fields,
      ...(log !== undefined && { routerField: log.router, requestFields: log.request }),
      ...(this.areLinesShown() && { asLines: true }),
    };
  }

  /** Requests the fields of an index. Resolves to true if its tables are drawn in another way now. Never rejects. */
  async learn(index: string): Promise<boolean> {
    const { endpointId, logs, learned } = this;
    const before = learned.get(index) ?? nothing;
    const [fields, log] = await Promise.all([
      logs.engines
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
  }
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
