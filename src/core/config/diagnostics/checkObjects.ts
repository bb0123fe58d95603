import * as l10n from '@vscode/l10n';
import { quoted, quotedList } from '../../base/text/quoted';
import { type ConfigProblem, objectProblem, renameFix } from '../model/configProblem';
import type { Declaration, RouterFields } from '../model/declaration';
import { mostProblems } from '../model/problemLimit';
import { problemsOfCuts } from '../model/textProblems';
import { nearestTo } from '../names/nearName';
import { isKnown, type PlacedText, writtenAt } from '../source/placedText';
import { ChainBuilder } from './checkChains';
import type { CheckContext } from './checkContext';
import { doubtProblems, lostProblems, ruleProblems } from './checkLostObject';
import { defaultOptions } from './impossibleNames';
import { isAbsent, ObjectIndex, qualifiedReference } from './objectIndex';
import { TlsConflicts } from './tlsConflicts';

/**
 * The errors that Traefik would report for declared objects when it builds their routers: unknown names, rules that it
 * rejects, values that only count in use. Facts that the context lacks are not checked.
 */
export function checkObjects(declarations: readonly Declaration[], context: CheckContext): readonly ConfigProblem[] {
  const index = new ObjectIndex(context, declarations);
  const builder = new ChainBuilder(index);
  const present = declarations.filter(({ absent }) => absent === undefined);
  const children = childrenIn(present);
  const results = new Map<Declaration, readonly ConfigProblem[]>();
  const check = (one: Declaration, depth: number): readonly ConfigProblem[] => {
    const known = results.get(one);
    if (known !== undefined || one.router === undefined) return known ?? [];
    // Ends a cycle of parents.
    results.set(one, []);
    const below = children.get(one.name) ?? [];
    const errorsBelow = depth < deepest ? below.map((child) => check(child, depth + 1).filter(isError)) : [[]];
    const problems = new RouterCheck(one, one.router, index, builder, below, errorsBelow).run();
    results.set(one, problems);
    return problems;
  };
  const problems: ConfigProblem[] = [];
  /** Errors by file: beyond the limit of reported problems, a file is not checked further. */
  const errors = new Map<string, number>();
  const isFull = ({ at }: Declaration): boolean => (errors.get(at.file.path) ?? 0) > mostProblems;
  const add = (problem: ConfigProblem): void => {
    const { range, untilDeployed } = problem;
    const key = untilDeployed === true ? `${range.path} untilDeployed` : range.path;
    const count = errors.get(key) ?? 0;
    if (untilDeployed === true && count > mostProblems) return;
    problems.push(problem);
    if (isError(problem)) errors.set(key, count + 1);
  };
  for (const one of present) if (!isFull(one)) for (const problem of check(one, 0)) add(problem);
  for (const one of present) builder.build(one);
  const conflicts = new TlsConflicts(context);
  for (const one of present) conflicts.add(one);
  for (const one of present) {
    const conflict = conflicts.problemOf(one);
    if (conflict !== undefined) problems.push(conflict);
    for (const problem of doubtProblems(one, (one.doubtful ?? []).slice(0, mostProblems))) problems.push(problem);
  }
  const broken = declarations.filter(({ absent }) => absent === 'broken');
  const lost = new Set(broken.map(({ protocol, kind, name }) => `${protocol} ${kind} ${name}`));
  for (const one of broken) {
    if (isFull(one)) continue;
    const isLost: Parameters<typeof lostProblems>[2] = ({ protocol, kind }, name) =>
      lost.has(`${protocol} ${kind} ${qualifiedReference(one, name)}`);
    for (const problem of lostProblems(one, index, isLost)) add(problem);
  }
  return [...problems, ...builder.problems(), ...problemsOfCuts(index.patterns.cuts())];
}

/** Real chains from children to parents are shorter. */
const deepest = 100;

function isError({ severity }: ConfigProblem): boolean {
  return severity === 'error';
}

/** Whether it stays whatever is deployed. */
function isLasting({ untilDeployed }: Pick<ConfigProblem, 'untilDeployed'>): boolean {
  return untilDeployed !== true;
}

/** The routers that name each router as their parent. Traefik drops one with TLS before it has a parent. */
function childrenIn(present: readonly Declaration[]): ReadonlyMap<string, readonly Declaration[]> {
  const children = new Map<string, Declaration[]>();
  for (const one of present) {
    for (const { value } of one.router?.tls === undefined ? (one.router?.parentRefs ?? []) : []) {
      const name = qualifiedReference(one, value);
      const known = children.get(name) ?? [];
      children.set(name, known);
      known.push(one);
    }
  }
  return children;
}

class RouterCheck {
  private readonly problems: ConfigProblem[] = [];

  /**
   * @param children routers that name it as their parent
   * @param errorsBelow of each child, the errors because of which it cannot be used
   */
  constructor(
    private readonly one: Declaration,
    private readonly router: RouterFields,
    private readonly index: ObjectIndex,
    private readonly builder: ChainBuilder,
    private readonly children: readonly Declaration[],
    private readonly errorsBelow: readonly (readonly ConfigProblem[])[],
  ) {}

  run(): readonly ConfigProblem[] {
    const isOnEntryPoint = this.checkEntryPoints();
    this.checkParents();
    this.checkTls();
    const hasService = this.checkService(isOnEntryPoint);
    const isBuilt = this.checkMiddlewares(hasService);
    if (this.one.protocol !== 'udp') this.checkRule();
    if (isBuilt) this.checkModels();
    return this.problems;
  }

  private report(
    code: ConfigProblem['code'],
    at: PlacedText,
    message: string,
    { severity = 'error', fix, untilDeployed }: Partial<Pick<ConfigProblem, 'severity' | 'fix' | 'untilDeployed'>> = {},
  ): void {
    this.problems.push({ ...objectProblem(this.one, severity, code, at, message), fix, untilDeployed });
  }

  /** @returns whether any entry point is left, so that Traefik builds the router at all */
  private checkEntryPoints(): boolean {
    const { entryPoints: known, areNamesCertain } = this.index.context;
    const { entryPoints } = this.router;
    if (known === undefined || entryPoints === undefined) return true;
    const wanted = this.one.protocol === 'udp' ? 'udp' : 'tcp';
    const wrong = entryPoints.filter(
      ({ value }) => isKnown(value) && known.get(value) !== wanted && this.isCertainOrSlip(value, [...known.keys()]),
    );
    const isNone = wrong.length === entryPoints.length;
    for (const name of wrong.slice(0, mostProblems)) {
      const other = known.has(name.value);
      const what = other
        ? l10n.t('The entry point “{0}” is for another protocol.', quoted(name.value))
        : l10n.t('Entry point “{0}” not found.', quoted(name.value));
      const { [wanted]: names, all } = this.index.entryPointNames;
      const next = l10n.t('Known ones: {0}.', quotedList(names));
      const fix = renameFix(name, other ? undefined : nearestTo(name.value, all));
      this.report('ref.unknown', name, `${what} ${next}`, {
        severity: isNone && areNamesCertain !== false ? 'error' : 'warning',
        fix,
      });
    }
    return !isNone;
  }

  private checkParents(): void {
    const { one, router, index, children, errorsBelow } = this;
    if (children.length > 0 && router.service !== undefined) {
      const message = l10n.t('A router that others name as their parent cannot have a service.');
      this.report('router.parent', one.at, message);
    } else if (children.length > 0 && errorsBelow.every((errors) => errors.length > 0)) {
      const message = l10n.t('None of the routers that name this one as their parent can be used.');
      const untilDeployed = !errorsBelow.every((errors) => errors.some(isLasting));
      this.report('router.parent', one.at, message, { untilDeployed });
    }
    for (const parent of router.parentRefs.slice(0, mostProblems)) {
      const target = index.target(one, 'http', 'router', parent.value);
      if (isAbsent(target)) {
        const { message } = index.missing(one, 'http', 'router', parent.value);
        this.report('router.parent', parent, message, { untilDeployed: target === 'undeployed' });
      } else if (target === one) {
        this.report('router.parent', parent, l10n.t('A router cannot be its own parent.'));
      }
    }
    if (router.parentRefs.length === 0) return;
    if (router.tls !== undefined)
      this.report('router.parent', one.at, l10n.t('A router with parents cannot have TLS of its own.'));
    if (router.entryPoints !== undefined) {
      const message = l10n.t('A router with parents has their entry points.');
      this.report('router.parent', router.entryPoints[0] ?? one.at, message);
    }
  }

  private checkTls(): void {
    const [{ resolvers }, resolver] = [this.index.context, this.router.tls?.certResolver];
    if (resolvers !== undefined && resolver !== undefined && resolver.value !== '' && isKnown(resolver.value)) {
      const known = [...resolvers];
      if (!resolvers.has(resolver.value) && this.isCertainOrSlip(resolver.value, known)) {
        this.reportResolver(resolver, known);
      }
    }
    const options = this.router.tls?.options;
    if (options === undefined || options.value === 'default') return;
    if (isDefaultOfCluster(this.one, options)) {
      this.report('ref.unknown', options, defaultOptions().message);
      return;
    }
    const target = this.index.target(this.one, 'http', 'tlsOptions', options.value);
    this.reportMissing(target, 'tlsOptions', options);
    if (typeof target !== 'object') return;
    // Only the router is lost: at the options themselves, it is a warning.
    for (const fault of this.builder.build(target))
      this.report('object.value', options, l10n.t('Its TLS options cannot be used: {0}', fault.message));
  }

  /** Of names that other files tell, only a slip of the hand is certain. */
  private isCertainOrSlip(name: string, known: readonly string[]): boolean {
    return this.index.context.areNamesCertain !== false || nearestTo(name, known) !== undefined;
  }

  private reportResolver(name: PlacedText, known: readonly string[]): void {
    const message = l10n.t(
      'There is no resolver “{0}”, so that Traefik gets no certificate for this router.',
      quoted(name.value),
    );
    this.report('ref.unknown', name, message, {
      severity: 'warning',
      fix: renameFix(name, nearestTo(name.value, known)),
    });
  }

  /** Reports a name without an object, or a name that may be right but is unlikely. */
  private reportMissing(
    target: ReturnType<ObjectIndex['target']>,
    kind: 'service' | 'middleware' | 'tlsOptions',
    name: PlacedText,
  ): void {
    if (!isAbsent(target) && target !== 'unknown') return;
    const { one, index } = this;
    const protocol = kind === 'tlsOptions' ? 'http' : one.protocol;
    const found = isAbsent(target)
      ? index.missing(one, protocol, kind, name.value)
      : index.likely(one, protocol, kind, name.value);
    if (found === undefined) return;
    const fix = renameFix(name, found.meant);
    const severity = isAbsent(target) ? 'error' : 'information';
    this.report('ref.unknown', name, found.message, { severity, fix, untilDeployed: target === 'undeployed' });
  }

  /**
   * @param isReached whether Traefik builds it
   * @returns whether Traefik builds its middlewares next
   */
  private checkService(isReached: boolean): boolean {
    const { one, index, builder, children } = this;
    const { service } = this.router;
    if (service === undefined) {
      if (children.length === 0) this.report('router.service', one.at, l10n.t('The router has no service. Add one.'));
      return isReached && children.length > 0;
    }
    const target = index.target(one, one.protocol, 'service', service.value);
    this.reportMissing(target, 'service', service);
    if (typeof target !== 'object') return isReached && target !== 'missing';
    if (isReached) builder.use(target);
    const faults = builder.build(target);
    for (const fault of faults) {
      const { untilDeployed } = fault;
      this.report(fault.code, service, l10n.t('Its service cannot be used: {0}', fault.message), { untilDeployed });
    }
    return isReached && !faults.some(isLasting);
  }

  /**
   * Reports all wrong middlewares. Traefik builds them from the last one to the first wrong one; it does not use the
   * parts of the others.
   *
   * @param isReached whether Traefik builds any
   * @returns whether Traefik builds all of them
   */
  private checkMiddlewares(isReached: boolean): boolean {
    const { one, index, builder } = this;
    let isBuilt = isReached;
    let wrong = 0;
    for (const name of this.router.middlewares.toReversed()) {
      if (wrong > mostProblems) break;
      const target = index.target(one, one.protocol, 'middleware', name.value);
      this.reportMissing(target, 'middleware', name);
      if (typeof target === 'object') {
        if (isBuilt) builder.use(target);
        const faults = builder.build(target);
        for (const fault of faults) {
          const { untilDeployed } = fault;
          this.report(fault.code, name, l10n.t('Its middleware cannot be used: {0}', fault.message), { untilDeployed });
        }
        if (faults.length === 0) continue;
        if (faults.some(isLasting)) isBuilt = false;
      } else if (!isAbsent(target)) continue;
      else if (target === 'missing') isBuilt = false;
      wrong += 1;
    }
    return isBuilt;
  }

  private checkRule(): void {
    const { rule, tls } = this.router;
    if (rule === undefined) {
      this.report('rule.missing', this.one.at, l10n.t('The router has no rule. Add one.'));
      return;
    }
    for (const problem of ruleProblems(this.one, rule, this.index, tls !== undefined)) this.problems.push(problem);
  }

  /** Middlewares that an entry point adds are part of the router that Traefik makes for it. */
  private checkModels(): void {
    const { one, router, index } = this;
    if (one.protocol !== 'http' || router.parentRefs.length > 0) return;
    const names = router.entryPoints?.map(({ value }) => value);
    const isSplit = (names?.length ?? index.entryPointNames.all.length) > 1;
    for (const { entryPoint, middleware } of index.missingOnEntryPoints(one, names).slice(0, mostModels)) {
      const { message } = index.missing(one, 'http', 'middleware', middleware);
      const split = { ...one, name: isSplit ? `${entryPoint}-${one.name}` : one.name };
      this.problems.push(objectProblem(split, 'error', 'ref.unknown', one.at, message));
    }
  }
}

/** Of entry points that break the same router; a proxy may have any number of them. */
const mostModels = 10;

/** Whether an object of Kubernetes refers to the options `default` as if they had a namespace. */
function isDefaultOfCluster({ name }: Declaration, options: PlacedText): boolean {
  return name.endsWith('@kubernetescrd') && options.value.endsWith('-default') && writtenAt(options) === 'default';
}
