import type { ConfigNode } from './configNode';
import type { SourceFile } from './placedText';

/** Why a document cannot be read, or not wholly. */
export interface TextFault {
  readonly kind: 'syntax' | 'twice' | 'anchor' | 'merge' | 'directive' | 'root' | 'tooLarge' | 'unread' | 'template';
  /** What a message may quote: a key or an anchor; the parser's own sentence for `syntax`. */
  readonly about: string;
  readonly start: number;
  readonly end: number;
}

/** A document of a file: what could be read of it, and what is wrong with it. */
export interface ConfigDocument {
  readonly file: SourceFile;
  /** What stands before the first fault of its syntax, if there is one. Undefined if there is nothing but comments. */
  readonly root: ConfigNode | undefined;
  /** The same with what a parser makes of the rest: it tells whose a file is, and nothing else. */
  readonly guessed?: ConfigNode | undefined;
  readonly faults: readonly TextFault[];
}
