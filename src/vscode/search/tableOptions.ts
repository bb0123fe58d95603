import type { LogHitFields } from '../../core/accessLogs/logLayouts';
import type { DrawnTableOptions, TableLook } from '../../core/search/read/drawTable';
import { type UsualView, usualViewOf } from '../../core/search/read/usualColumns';
import { type HitLayout, usualLayout } from '../../protocol/savedState';
import type { AccessLogs } from './accessLogs';
import type { EndpointColumns } from './rememberedChoices';

/** How the hits of a panel are seen. */
export interface PanelLook extends TableLook {
  readonly layout?: HitLayout | undefined;
}

interface Learned extends Pick<DrawnTableOptions, 'fields'> {
  readonly log: LogHitFields | undefined;
  readonly usual: UsualView;
}

const nothing: Learned = { fields: [], log: undefined, usual: usualViewOf([]) };
const mostIndices = 20;

/** The table options of an endpoint's indices, as far as known. Sends no request before `learn`. */
export class TableOptions {
  /** By index, the latest at the end. */
  private readonly learned = new Map<string, Learned>();

  constructor(
    private readonly endpointId: string,
    private readonly logs: AccessLogs,
    private readonly chosen: EndpointColumns,
    private readonly look: () => PanelLook,
  ) {}

  /** Returns at once: a page does not wait for optional facts. */
  of(index: string): DrawnTableOptions {
    const { fields, log, usual } = this.learned.get(index) ?? nothing;
    const chosen = this.chosen.of(index);
    const { layout, zone } = this.look();
    const { kind } = layout ?? usualLayout;
    return {
      columns: chosen.length > 0 ? chosen : usual.columns,
      ...(chosen.length === 0 && usual.columns.length > 0 && { areUsual: true }),
      fields,
      layout,
      zone,
      ...(log !== undefined && { routerField: log.router, requestFields: log.request }),
      ...((kind === 'lines' || (kind === 'usual' && usual.hasMessage)) && { asLines: true }),
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
    learned.set(index, { fields, log, usual: fields === before.fields ? before.usual : usualViewOf(fields) });
    for (const oldest of learned.keys()) if (learned.size > mostIndices) learned.delete(oldest);
    const isStillNone = fields.length === 0 && before.fields.length === 0;
    return (fields !== before.fields && !isStillNone) || log?.router !== before.log?.router;
  }
}

/** Whether a page described with one is drawn the same with the other. */
export function areSameTableOptions(one: DrawnTableOptions, other: DrawnTableOptions): boolean {
  return (
    one.fields === other.fields &&
    one.routerField === other.routerField &&
    one.asLines === other.asLines &&
    one.areUsual === other.areUsual &&
    one.zone === other.zone &&
    one.layout?.areTimesRelative === other.layout?.areTimesRelative &&
    one.layout?.areRanksShown === other.layout?.areRanksShown &&
    JSON.stringify(one.columns) === JSON.stringify(other.columns)
  );
}
