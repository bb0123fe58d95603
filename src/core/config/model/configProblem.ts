import type { SourceRange } from '../source/placedText';
import type { DeclaredKind, DeclaredProtocol } from './declaration';

/** Stable: people silence problems by their code. */
export type ProblemCode =
  /** The text cannot be parsed. */
  | 'text.syntax'
  /** The file is too large, nested too deeply, or repeats too much, to be read to its end. */
  | 'text.tooLarge'
  /** There are more problems than are told. */
  | 'text.tooMany'
  /** A reader failed, which is a fault of ours. */
  | 'text.unread'
  /** A template that Go would not run. */
  | 'text.template'
  /** What the decoder of labels rejects. */
  | 'label.syntax'
  | 'label.ignored'
  /** What the decoder of files rejects. */
  | 'file.syntax'
  | 'file.ignored'
  | 'compose.dollar'
  | 'compose.syntax'
  | 'container.port'
  | 'container.service'
  /** A network that the container is not on. */
  | 'container.network'
  /** The labels of another container. */
  | 'container.shared'
  | 'kubernetes.syntax'
  /** A field that Kubernetes drops, or a value that it refuses. */
  | 'kubernetes.field'
  | 'kubernetes.reference'
  /** A route that is attached to no gateway. */
  | 'kubernetes.attachment'
  /** What Traefik refuses unless a setting allows it. */
  | 'kubernetes.setting'
  | 'rule.syntax'
  | 'rule.missing'
  | 'rule.legacy'
  | 'rule.newline'
  /** Traefik accepts the rule, and no request can satisfy it, or hardly any. */
  | 'rule.never'
  | 'ref.unknown'
  | 'ref.cycle'
  | 'object.empty'
  | 'object.types'
  | 'object.value'
  /** Nothing uses it. */
  | 'object.unused'
  | 'router.service'
  | 'router.tls'
  | 'router.parent'
  /** TLS options that Traefik replaces by the default ones. */
  | 'tls.conflict'
  | 'defined.twice'
  /** What the live proxy reports about it. */
  | 'live.error'
  /** What the live proxy does not have. */
  | 'not.loaded';

/**
 * Something that is wrong with a declaration. `error`: Traefik loses or disables something. `warning`: it ignores something.
 * `information`: it need not be wrong, but is hardly ever meant, or depends on a setting: no check fails for it.
 */
export interface ConfigProblem {
  readonly code: ProblemCode;
  readonly severity: 'error' | 'warning' | 'information';
  /** Sentences for the user: what happens, and what to do. They quote names and keys, never values of users or headers. */
  readonly message: string;
  readonly range: SourceRange;
  /** Its quick fix, if there is one right way: the text to put there instead. */
  readonly fix?: ProblemFix | undefined;
  /** What is lost or disabled, if it is an error. */
  readonly about?: ProblemSubject | undefined;
}

/** What to put in which place. */
interface ProblemFix {
  readonly range: SourceRange;
  readonly text: string;
  /** What it does, in a few words, where the text says too much or too little. */
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

/** What a reader gives. */
export interface ReadConfig {
  readonly declarations: readonly import('./declaration').Declaration[];
  readonly problems: readonly ConfigProblem[];
}
