import type { ConfigNode } from './configNode';
import type { SourceFile } from './placedText';

/** Why a document cannot be read, or not wholly. */
export interface TextFault {
  readonly kind: 'syntax' | 'twice' | 'anchor' | 'merge' | 'directive' | 'root' | 'tooLarge' | 'unread' | 'template';
  /** The text that a message may quote: a key or an anchor; the parser's own sentence for `syntax`. */
  readonly about: string;
  readonly start: number;
  readonly end: number;
}

/** A document of a file: its readable part, and its faults. */
export interface ConfigDocument {
  readonly file: SourceFile;
  /** The part before the first fault of its syntax, if any. Undefined if there is nothing except comments. */
  readonly root: ConfigNode | undefined;
  /** The same with the parser's result for the rest: it only identifies the kind of a file. */
  readonly guessed?: ConfigNode | undefined;
  readonly faults: readonly TextFault[];
}
