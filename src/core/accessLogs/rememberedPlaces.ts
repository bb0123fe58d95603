import * as z from 'zod/mini';
import { logLayoutSchema } from './logLayout';

const rememberedSchema = z.object({
  /** The search endpoint whose engine has the logs. */
  searchEndpointId: z.string().check(z.minLength(1), z.maxLength(100)),
  index: z.string().check(z.minLength(1), z.maxLength(100_000)),
  layout: logLayoutSchema,
});
/** The place of a proxy's access logs that the user accepted. Names only: neither address nor credential. */
export type RememberedPlace = z.infer<typeof rememberedSchema>;

const storedSchema = z.record(z.string(), z.unknown());

/** Reads the stored places, by the id of the proxy endpoint; leaves out those that are not valid. */
export function readRememberedPlaces(stored: unknown): Map<string, RememberedPlace> {
  const entries = Object.entries(storedSchema.safeParse(stored).data ?? {});
  return new Map(
    entries.flatMap(([id, one]) => {
      const { data } = rememberedSchema.safeParse(one);
      return data === undefined ? [] : [[id, data] as const];
    }),
  );
}
