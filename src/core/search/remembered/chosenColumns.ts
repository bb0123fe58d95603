import * as z from 'zod/mini';

const mostIndices = 100;
const path = z.string().check(z.minLength(1), z.maxLength(10_000));

/** The columns of an endpoint's indices, those chosen last first. */
const columnsSchema = z.array(
  z.object({
    index: z.string().check(z.maxLength(100_000)),
    paths: z.array(path).check(z.minLength(1), z.maxLength(1_000)),
  }),
);
/** What is kept of the columns that were chosen at one endpoint. */
type ChosenColumns = z.infer<typeof columnsSchema>;

/** Reads what was kept; nothing where it is not what we keep. */
export function readColumns(kept: unknown): ChosenColumns {
  return columnsSchema.safeParse(kept).data ?? [];
}

/** The columns of an index expression; empty where none were chosen. */
export function columnsOf(chosen: ChosenColumns, index: string): readonly string[] {
  return chosen.find((one) => one.index === index)?.paths ?? [];
}

/**
 * Notes the columns of an index expression, each once, and forgets those of the indices for which nobody chose any for the
 * longest time.
 *
 * @param paths empty: none from now on
 */
export function withChosenColumns(chosen: ChosenColumns, index: string, paths: readonly string[]): ChosenColumns {
  const others = chosen.filter((one) => one.index !== index);
  const each = [...new Set(paths)].filter((one) => one !== '');
  return each.length === 0 ? others : [{ index, paths: each }, ...others].slice(0, mostIndices);
}
