import * as l10n from '@vscode/l10n';
import { quoted } from '../../base/text/quoted';
import type { CheckContext } from '../diagnostics/checkContext';
import { type ConfigProblem, objectProblem, type ReadConfig } from '../model/configProblem';
import { type Declaration, type DeclaredKind, objectKey } from '../model/declaration';
import { isNearName } from '../names/nearName';
import { splitQualifiedName } from '../names/objectNames';
import { textPattern } from '../names/textPattern';
import { isKnown } from '../source/placedText';
import { type NamedObject, namesIn } from './definition';
import type { ConfigGroup } from './readConfigFiles';

/** The most names that are compared with all others of a project, and the most others. */
const mostSought = 200;
const mostCompared = 200;

const kinds: ReadonlySet<DeclaredKind> = new Set(['service', 'middleware']);

/**
 * Legal but unlikely names of a project: one that is used but not declared in any file, and one letter from a declared
 * one; a middleware that a container declares for itself and puts on no router.
 *
 * @param known all files, which may declare and use further names
 * @param exists whether an object exists elsewhere: if known, the check of references reports it
 */
export function nearNameProblems(
  group: ConfigGroup,
  { declared, used }: ReturnType<typeof knownNamesIn>,
  exists: CheckContext['exists'],
): readonly ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  const present = group.declarations.filter(({ absent }) => absent === undefined);
  const candidates = present.filter(
    ({ kind, name, isImplied }) => kinds.has(kind) && isKnown(name) && isImplied !== true,
  );
  const unsure = present.filter(({ name }) => !isKnown(name)).map((one) => ({ one, pattern: textPattern(one.name) }));
  const meant = new Set<string>();
  const sought = new Set<string>();
  for (const { object, role, range } of namesIn([group])) {
    const { protocol, kind, name } = object;
    const key = objectKey(object, name);
    if (role !== 'reference' || !kinds.has(kind) || declared.has(key) || exists?.(protocol, kind, name) !== undefined)
      continue;
    if (sought.size >= mostSought || candidates.length > mostCompared || unsure.length > mostCompared) continue;
    sought.add(key);
    if (unsure.some(({ one, pattern }) => isAlike(one, object) && pattern.fits(name))) continue;
    const { own: written, provider } = splitQualifiedName(name);
    const near = candidates.find((one) => {
      const other = splitQualifiedName(one.name);
      return isAlike(one, object) && isNearName(other.own, written) && other.provider === provider;
    });
    if (near === undefined) continue;
    meant.add(near.name);
    const text = group.files.find(({ path }) => path === range.path)?.text ?? '';
    const right = splitQualifiedName(near.name).own;
    const fix = text.slice(range.start, range.end) === written ? { range, text: right } : undefined;
    const message = l10n.t('None of these files declares “{0}”. Did you mean “{1}”?', quoted(written), quoted(right));
    problems.push({ ...objectProblem(object, 'information', 'ref.unknown', near.at, message), range, fix });
  }
  const isLabelled = group.source.provider === 'docker' || group.source.provider === 'swarm';
  for (const one of isLabelled ? unusedIn(present) : []) {
    if (!used.has(objectKey(one, one.name)) && !meant.has(one.name)) problems.push(unusedProblem(one));
  }
  return problems;
}

/** The names that all files declare and use, as keys of objects. */
export function knownNamesIn(groups: readonly Pick<ReadConfig, 'declarations'>[]) {
  const known = { declared: new Set<string>(), used: new Set<string>() };
  for (const { object, role } of namesIn(groups))
    (role === 'declaration' ? known.declared : known.used).add(objectKey(object, object.name));
  return known;
}

function isAlike(one: NamedObject, other: NamedObject): boolean {
  return one.protocol === other.protocol && one.kind === other.kind;
}

/** Middlewares that containers offer to others: those for logins, and those with pages for errors. */
const forOthers: ReadonlySet<string> = new Set(['forwardAuth', 'errors', 'plugin']);

/** Middlewares of containers with their own routers that are named after the container or a router. */
function unusedIn(present: readonly Declaration[]): readonly Declaration[] {
  const owners = new Map<string, string[]>();
  for (const { unit, router, isImplied, name } of present) {
    if (router === undefined || isImplied === true) continue;
    // An unknown name may be any.
    if (router.middlewares.some(({ value }) => !isKnown(value))) return [];
    const names = owners.get(unit) ?? [unit.slice(unit.lastIndexOf(' ') + 1)];
    owners.set(unit, names);
    if (isKnown(name) && names.length < mostCompared) names.push(splitQualifiedName(name).own);
  }
  return present.filter(({ kind, unit, name, middleware }) => {
    if (kind !== 'middleware' || middleware === undefined || !isKnown(name)) return false;
    const { own } = splitQualifiedName(name);
    const isOwn = (owners.get(unit) ?? []).some((owner) => own === owner || isCalledAfter(own, owner));
    return isOwn && !middleware.types.some((type) => forOthers.has(type));
  });
}

function isCalledAfter(name: string, owner: string): boolean {
  return name.startsWith(owner) && /[^a-zA-Z0-9]/.test(name.charAt(owner.length));
}

function unusedProblem(one: Declaration): ConfigProblem {
  const message = l10n.t(
    'No router of these files uses the middleware “{0}”. Add it to the “middlewares” of a router, or remove it.',
    quoted(splitQualifiedName(one.name).own),
  );
  return objectProblem(one, 'information', 'object.unused', one.at, message);
}
