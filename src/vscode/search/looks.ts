import type { Look } from '../../core/search/read/describePage';
import type { EndpointColumns } from './columns';
import type { Engine } from './engines';

/** How the pages of an endpoint's indices look, as far as is known at the moment. */
export interface Looks {
  /** At once: a page does not wait for what is only good to know. */
  of(index: string): Look;
  /** Asks what the fields of an index are. True where its pages look different now. Never rejects. */
  learn(index: string): Promise<boolean>;
}

interface LooksDeps {
  readonly columns: EndpointColumns;
  engine(): Promise<Engine>;
  /** The field that names a router in the access logs of this index; undefined where nobody said so. */
  routerFieldOf(index: string): Promise<string | undefined>;
}

type Known = Pick<Look, 'fields'> & { readonly routerField: string | undefined };

const nothing: Known = { fields: [], routerField: undefined };
const mostKnown = 20;

/** Opens the looks of one endpoint's indices. */
export function openLooks({ columns, engine, routerFieldOf }: LooksDeps): Looks {
  const known = new Map<string, Known>();
  return {
    of(index) {
      const { fields, routerField } = known.get(index) ?? nothing;
      return { columns: columns.of(index), fields, ...(routerField !== undefined && { routerField }) };
    },
    async learn(index) {
      const before = known.get(index) ?? nothing;
      const [fields, routerField] = await Promise.all([
        engine()
          .then(({ catalogue }) => catalogue.fields(index))
          .catch(() => before.fields),
        routerFieldOf(index).catch(() => before.routerField),
      ]);
      known.delete(index);
      known.set(index, { fields, routerField });
      for (const oldest of known.keys()) if (known.size > mostKnown) known.delete(oldest);
      const isStillNone = fields.length === 0 && before.fields.length === 0;
      return (fields !== before.fields && !isStillNone) || routerField !== before.routerField;
    },
  };
}

/** Whether a page described with one looks the same with the other. */
export function isSameLook(one: Look, other: Look): boolean {
  return (
    one.fields === other.fields &&
    one.routerField === other.routerField &&
    JSON.stringify(one.columns) === JSON.stringify(other.columns)
  );
}
