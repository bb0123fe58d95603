import * as l10n from '@vscode/l10n';
import { numberText } from '../l10n/numbers';
import type { AggregationResult } from '../protocol/resultPage';
import { ShareBar } from './controls';
import { JsonText } from './jsonText';

/** The aggregations of a response, beside the hits: as tables if they have that shape, otherwise as JSON. */
export function Aggregations({ all }: { readonly all: readonly AggregationResult[] }) {
  return all.length === 0 ? null : (
    <aside class="aggregations" aria-label={l10n.t('Aggregations')}>
      {all.map((each) => (
        <Aggregation key={each.name} {...each} />
      ))}
    </aside>
  );
}

function Aggregation({ name, json, isCut, table }: AggregationResult) {
  const text = (
    <>
      <JsonText json={json} label={l10n.t('Aggregation {0} as JSON', name)} />
      {isCut && <p class="cut">{l10n.t('Only the beginning of this long aggregation is shown.')}</p>}
    </>
  );
  return (
    <details class="aggregation" open>
      <summary>{name}</summary>
      {table === undefined ? (
        text
      ) : (
        <>
          <Table name={name} {...table} />
          <details>
            <summary>JSON</summary>
            {text}
          </details>
        </>
      )}
    </details>
  );
}

/** The engines' name for the number of documents in a bucket. */
const countColumn = 'doc_count';

function countOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,19}$/.test(text) ? Number(text) : undefined;
}

const number = /^-?[\d.,]+(?:e[+-]?\d+)?$/i;

interface TableProps extends NonNullable<AggregationResult['table']> {
  readonly name: string;
}

function Table({ name, columns, rows }: TableProps) {
  const classes = columns.map((_, at) =>
    rows.every((cells) => ['', undefined].includes(cells[at]) || number.test(cells[at] ?? '')) ? 'number' : undefined,
  );
  const counts = columns.indexOf(countColumn);
  const most = rows.reduce((most, cells) => Math.max(most, countOf(cells[counts]) ?? 0), 1);
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label={l10n.t('Aggregation {0}', name)}>
      <table>
        <thead>
          <tr>
            {columns.map((column, at) => (
              <th key={column} class={classes[at]}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              {cells.map((text, at) => {
                const count = at === counts ? countOf(text) : undefined;
                // A readable count, over a bar of its share of the largest one.
                return count === undefined ? (
                  <td key={columns[at]} class={classes[at]}>
                    {text}
                  </td>
                ) : (
                  <td key={columns[at]} class="number count">
                    {numberText(BigInt(text))}
                    <ShareBar share={count / most} />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
