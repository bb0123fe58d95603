import { createHash } from 'node:crypto';
import type { IgnoredFindings } from '../../base/endpoints/endpoint';
import type { EndpointExposure } from '../../base/endpoints/exposure';
import type { Finding, Findings } from './finding';
import { namedIn } from './findingsAbout';
import { exposureFindings } from './openApi';

/**
 * What identifies a finding for those who ignore it: the SHA-256 of its kind, its subject, what its reason says, and what else is
 * involved. With another reason or partner it is another finding, in another language it is the same.
 */
export function ignoredKeyOf({ kind, key, evidence = [], links }: Finding): string {
  const partners = links.map((link) => JSON.stringify(namedIn(link))).sort();
  return createHash('sha256')
    .update(JSON.stringify([kind, key, evidence, partners]))
    .digest('hex');
}

/** What is stored of a finding that is ignored, besides its key. */
export function ignoredEntryOf({ kind, about }: Finding): IgnoredFindings[string] {
  return { kind, about };
}

/** What everything that shows or counts the findings of an endpoint uses. */
interface EndpointFindings {
  /** From its inventory. */
  readonly found: Findings;
  /** From how it is reached. */
  readonly exposures?: readonly EndpointExposure[] | undefined;
  readonly ignored?: IgnoredFindings | undefined;
}

/** The findings of an endpoint, with those that are ignored apart. The same object for the same content. */
export function endpointFindings({ found, exposures = [], ignored = {} }: EndpointFindings): Findings {
  const text = JSON.stringify([exposures, Object.keys(ignored).sort()]);
  const known = made.get(found) ?? new Map<string, Findings>();
  const before = known.get(text);
  if (before !== undefined) return before;
  const all = [...exposureFindings(exposures), ...found.list];
  const isIgnored = ignoring(ignored);
  const list: Finding[] = [];
  const apart: Finding[] = [];
  for (const finding of all) (isIgnored(finding) ? apart : list).push(finding);
  const findings = { ...found, list, ignored: apart };
  if (known.size === mostKept) known.clear();
  made.set(found, known.set(text, findings));
  return findings;
}

/** Rows and documents ask in turns, not all for the same. */
const made = new WeakMap<Findings, Map<string, Findings>>();
const mostKept = 4;

/**
 * A key takes microseconds, which add up if there are very many findings: most are about something else already. What a finding
 * about the endpoint itself is called depends on the language.
 */
function ignoring(ignored: IgnoredFindings): (finding: Finding) => boolean {
  const subjects = new Set(Object.values(ignored).map(({ about }) => about));
  if (subjects.size === 0) return () => false;
  return (finding) =>
    (subjects.has(finding.about) || finding.kind === 'openApi') && Object.hasOwn(ignored, ignoredKeyOf(finding));
}
