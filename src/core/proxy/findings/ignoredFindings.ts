import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { IgnoredFindings } from '../../base/endpoints/endpoint';
import type { EndpointExposure } from '../../base/endpoints/exposure';
import { type Finding, type Findings, findingKinds } from './finding';
import { namedIn } from './findingsAbout';
import { worstFirst } from './findingTexts';
import { exposureFindings } from './protectionFindings';

/**
 * The key by which the user ignores a finding: the SHA-256 of its kind, its subject, the facts of its reason, and the
 * other items involved. With another reason or partner it is another finding; in another language it is the same.
 */
export function ignoredKeyOf({ kind, key, evidence = [], links }: Finding): string {
  const partners = links.map((link) => JSON.stringify(namedIn(link))).sort();
  return createHash('sha256')
    .update(JSON.stringify([kind, key, evidence, partners]))
    .digest('hex');
}

/** The stored entry of an ignored finding, without its key. */
export function ignoredEntryOf({ kind, about }: Finding): IgnoredFindings[string] {
  return { kind, about };
}

/** The findings that all views and counts of an endpoint use. */
interface EndpointFindings {
  /** The findings in its inventory. */
  readonly found: Findings;
  /** The exposures of its connection. */
  readonly exposures?: readonly EndpointExposure[] | undefined;
  readonly ignored?: IgnoredFindings | undefined;
}

/** The findings of an endpoint, with the ignored ones apart. The same object for the same content. */
export function endpointFindings({ found, exposures = [], ignored = {} }: EndpointFindings): Findings {
  const text = JSON.stringify([exposures, Object.keys(ignored).sort()]);
  const known = made.get(found) ?? new Map<string, Findings>();
  const before = known.get(text);
  if (before !== undefined) return before;
  const all = exposures.length === 0 ? found.list : worstFirst([...exposureFindings(exposures), ...found.list]);
  const isIgnored = ignoring(ignored);
  const list: Finding[] = [];
  const apart: Finding[] = [];
  for (const finding of all) (isIgnored(finding) ? apart : list).push(finding);
  const findings = { ...found, list, ignored: apart };
  if (known.size === mostKept) known.clear();
  made.set(found, known.set(text, findings));
  return findings;
}

/** Rows and documents call this alternately, with different arguments. */
const made = new WeakMap<Findings, Map<string, Findings>>();
const mostKept = 4;

/**
 * A key takes microseconds, which add up if there are very many findings, so most are ruled out by their subject. The
 * subject of a finding about the endpoint itself depends on the language.
 */
function ignoring(ignored: IgnoredFindings): (finding: Finding) => boolean {
  const subjects = new Set(Object.values(ignored).map(({ about }) => about));
  if (subjects.size === 0) return () => false;
  return (finding) =>
    (subjects.has(finding.about) || finding.kind === 'openApi') && Object.hasOwn(ignored, ignoredKeyOf(finding));
}

const findingRefSchema = z.object({ endpointId: z.string(), of: z.enum(findingKinds), key: z.string() });
/** Identifies a finding of an endpoint, as its row and its place in a document do. */
export type FindingRef = z.infer<typeof findingRefSchema>;

/** Reads a value from outside, such as a command's argument. Undefined if it is not valid. */
export function parseFindingRef(value: unknown): FindingRef | undefined {
  return findingRefSchema.safeParse(value).data;
}
