import type { PlacedText } from '../source/placedText';

/** A part of a configuration without its type: a segment of a label's key, or a key of a file (paerser's Node). */
export interface UntypedNode {
  readonly name: string;
  /** The place of the name. */
  readonly key: PlacedText;
  /** A plain value, or one text for a list of them. Empty if there is none. */
  value: string;
  /** The place of the value, if there is one. */
  text: PlacedText | undefined;
  /** The plain values of a list that a file writes as a list. */
  readonly items: readonly PlacedText[] | undefined;
  readonly children: UntypedNode[];
}

/** Why Traefik's decoder rejects a configuration. It stops at the first fault; Proxy Scout reports all. */
export interface DecodeFault {
  readonly kind:
    | 'root'
    | 'element'
    | 'bracket'
    | 'unknownField'
    | 'standalone'
    | 'hasChildren'
    | 'bool'
    | 'int'
    | 'int32'
    | 'float'
    | 'duration'
    | 'emptyList'
    | 'listValue'
    | 'timeValue';
  /** The wrong text, as written. */
  readonly at: PlacedText;
  /** The possible fields, for `unknownField`. */
  readonly known?: readonly string[] | undefined;
}

const ofWhatIsMissing: ReadonlySet<DecodeFault['kind']> = new Set(['standalone', 'emptyList', 'element']);

/** Whether a fault is certain whatever the missing parts contain: missing options may be in these. */
export function isFaultOfPart({ kind }: DecodeFault): boolean {
  return !ofWhatIsMissing.has(kind);
}
