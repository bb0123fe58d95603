import type { FromPage, ToPage } from '../../protocol/panel';
import { loadCore } from '../shared/core';
import type { Engine } from './engines';

type Completing = Extract<FromPage, { kind: 'complete' }>;

/** What could stand in a field of the form. Nothing where it cannot be known: one can still type. */
export async function completionsFor(
  { requestId, of, index, text }: Completing,
  engine: () => Promise<Engine>,
): Promise<ToPage> {
  const { completions } = await loadCore();
  try {
    const { catalogue } = await engine();
    const items =
      of === 'index'
        ? completions(of, await catalogue.indices(), text)
        : completions(of, await catalogue.fields(index), text);
    return { kind: 'completions', requestId, items };
  } catch {
    return { kind: 'completions', requestId, items: [] };
  }
}
