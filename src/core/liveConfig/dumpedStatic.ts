import * as z from 'zod/mini';
import { jsonOrNothing } from '../base/json/parse';
import type { ToldStatic } from '../config/files/staticSources';
import { unknownPart } from '../config/source/placedText';

const sectionSchema = z.record(z.string(), z.unknown());
const sectionsSchema = z.catch(z.record(z.string(), sectionSchema), {});
const dumpSchema = z.object({ entryPoints: z.optional(sectionsSchema), providers: z.optional(sectionSchema) });

/**
 * What the static configuration in a support dump tells of a proxy: its entry points and its providers, as options. The
 * dump has what Traefik runs with, without what is false, zero, or empty (docs/traefik.md, "Support dumps").
 *
 * @param json as `readSupportDump` returns it
 */
export function staticOfDump(json: string): ToldStatic {
  const { entryPoints = {}, providers = {} } = dumpSchema.parse(jsonOrNothing(json) ?? {});
  const points = Object.keys(entryPoints).map((name) => [unmasked(name), { address: unknownPart }] as const);
  const sections = Object.entries(providers).flatMap(([name, section]) => {
    const { data } = sectionSchema.safeParse(section);
    return data === undefined ? [] : [[name, optionsOf(name, data)] as const];
  });
  const options = {
    entryPoints: Object.fromEntries(points),
    // Traefik starts with no empty one.
    ...(sections.length > 0 && { providers: Object.fromEntries(sections) }),
  };
  return { from: 'proxy', file: { path: 'traefik.yml', text: JSON.stringify(options) } };
}

/** Options that are true if nobody sets them. */
const onByDefault = ['exposedByDefault', 'watch'];
const withDefaults: Readonly<Record<string, readonly string[]>> = {
  docker: onByDefault,
  swarm: onByDefault,
  file: ['watch'],
};

function optionsOf(provider: string, section: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (provider === 'plugin') return Object.fromEntries(Object.keys(section).map((name) => [unmasked(name), {}]));
  const options = new Map<string, string | boolean>((withDefaults[provider] ?? []).map((name) => [name, false]));
  for (const [name, value] of Object.entries(section)) {
    if (typeof value === 'boolean') options.set(name, value);
    else if (typeof value === 'string') options.set(name, unmasked(value));
  }
  return Object.fromEntries(options);
}

/** Traefik anonymizes texts, and parts of texts that look like addresses. */
function unmasked(text: string): string {
  return text.includes('xxxx') ? unknownPart : text;
}
