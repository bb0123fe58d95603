import { type PlacedText, rangeOf, type SourceRange, type TextPlace, writtenAt } from '../source/placedText';
import type { Declaration, DeclaredKind, DeclaredProtocol } from './declaration';

/** Stable: users silence problems by their code. */
export type ProblemCode =
  | 'text.syntax'
  /** The file is too large, has too many levels, or repeats too much, to be read to its end. */
  | 'text.tooLarge'
  /** The file has more problems than reported. */
  | 'text.tooMany'
  /** A reader failed because of a bug in Proxy Scout. */
  | 'text.unread'
  /** A template that Go would not run. */
  | 'text.template'
  /** A label that the decoder rejects. */
  | 'label.syntax'
  | 'label.ignored'
  /** A part of a file that the decoder rejects. */
  | 'file.syntax'
  | 'file.ignored'
  /** A part of the static configuration that Traefik refuses: it does not start. */
  | 'static.syntax'
  /** A value with which Traefik does not start. */
  | 'static.value'
  /** An option that this version of Traefik no longer has. */
  | 'static.removed'
  /** A part that Traefik accepts, and does not use. */
  | 'static.ignored'
  /** The name of an entry point or a resolver that nothing declares. */
  | 'static.reference'
  /** A flag whose meaning is left to chance. */
  | 'static.doubtful'
  /** Traefik's API, without authentication, on a port that is published on all addresses. */
  | 'static.exposed'
  /** A folder or a file of the file provider that is not there, or that is not watched. */
  | 'static.path'
  | 'compose.dollar'
  | 'compose.syntax'
  | 'container.port'
  | 'container.service'
  /** A network that the container is not on. */
  | 'container.network'
  /** Labels of a container that Traefik leaves out. */
  | 'container.off'
  /** The labels of another container. */
  | 'container.shared'
  | 'kubernetes.syntax'
  /** A field that Kubernetes drops, or a value that it refuses. */
  | 'kubernetes.field'
  | 'kubernetes.reference'
  /** A route that is attached to no gateway. */
  | 'kubernetes.attachment'
  /** A part that Traefik refuses unless a setting allows it. */
  | 'kubernetes.setting'
  | 'rule.syntax'
  | 'rule.missing'
  | 'rule.legacy'
  | 'rule.newline'
  /** Traefik accepts the rule, but no request can satisfy it, or hardly any. */
  | 'rule.never'
  | 'ref.unknown'
  | 'ref.cycle'
  | 'object.empty'
  | 'object.types'
  | 'object.value'
  /** An object without references. */
  | 'object.unused'
  | 'router.service'
  | 'router.tls'
  | 'router.parent'
  /** TLS options that Traefik replaces with the default ones. */
  | 'tls.conflict'
  | 'defined.twice'
  /** The error that the live proxy reports for the object. */
  | 'live.error'
  /** An object that the live proxy does not have. */
  | 'not.loaded';

/**
 * A problem of a declaration. `error`: Traefik loses or disables an object. `warning`: it ignores a part.
 * `information`: may be right, but users hardly ever mean it, or it depends on a setting; it makes no check fail.
 */
export interface ConfigProblem {
  readonly code: ProblemCode;
  readonly severity: 'error' | 'warning' | 'information';
  /**
   * Sentences for the user: the consequence and the fix. They quote names and keys, never values of users or headers.
   */
  readonly message: string;
  readonly range: SourceRange;
  /** The quick fix, if there is one right way: the text for the range. */
  readonly fix?: ProblemFix | undefined;
  /** The lost or disabled object, for an error. */
  readonly about?: ProblemSubject | undefined;
  /** Whether it is over once an object is deployed that the proxy does not have yet. */
  readonly untilDeployed?: boolean | undefined;
}

interface ProblemFix {
  readonly range: SourceRange;
  readonly text: string;
  /** The title of the quick fix in a few words, if the text alone is too long or unclear. */
  readonly title?: string | undefined;
}

/** A container, file, route, or Kubernetes object as the reader names it, or a declared object. */
export type ProblemSubject =
  | { readonly kind: 'unit'; readonly unit: string }
  | {
      readonly kind: 'object';
      readonly protocol: DeclaredProtocol;
      readonly type: DeclaredKind;
      readonly name: string;
    };

export interface ReadConfig {
  readonly declarations: readonly Declaration[];
  readonly problems: readonly ConfigProblem[];
}

export function objectProblem(
  { protocol, kind, name }: Pick<Declaration, 'protocol' | 'kind' | 'name'>,
  severity: ConfigProblem['severity'],
  code: ProblemCode,
  at: TextPlace,
  message: string,
): ConfigProblem {
  const about = { kind: 'object', protocol, type: kind, name } as const;
  return { code, severity, message, range: rangeOf(at), about };
}

export function unitProblem(
  unit: string,
  severity: ConfigProblem['severity'],
  code: ProblemCode,
  at: TextPlace,
  message: string,
): ConfigProblem {
  return { code, severity, message, range: rangeOf(at), about: { kind: 'unit', unit } };
}

/** Replaces a text with another one; undefined if the file writes it in another form, such as without a namespace. */
export function renameFix(text: PlacedText, other: string | undefined): ConfigProblem['fix'] {
  return other === undefined || writtenAt(text) !== text.value ? undefined : { range: rangeOf(text), text: other };
}
