import type { PlacedText } from '../source/placedText';

/** A part of a configuration before its type is known: a segment of a label's key, or a key of a file (paerser's Node). */
export interface UntypedNode {
  readonly name: string;
  /** Where the name is written. */
  readonly key: PlacedText;
  /** A plain value, or one text for a list of them. Empty if there is none. */
  value: string;
  /** Where the value is written, if there is one. */
  text: PlacedText | undefined;
  /** The plain values of a list that a file writes as a list. */
  readonly items: readonly PlacedText[] | undefined;
  readonly children: UntypedNode[];
}

/** Why Traefik's decoder gives up on a configuration. It stops at the first; all of them are told. */
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
    | 'duration'
    | 'emptyList'
    | 'listValue'
    | 'timeValue';
  /** What is wrong, as written. */
  readonly at: PlacedText;
  /** The fields that would have been possible, for `unknownField`. */
  readonly known?: readonly string[] | undefined;
}

const ofWhatIsMissing: ReadonlySet<DecodeFault['kind']> = new Set(['standalone', 'emptyList', 'element']);

/** Whether a fault is there whatever else is written: that something has no options is not known of a part. */
export function isFaultOfPart({ kind }: DecodeFault): boolean {
  return !ofWhatIsMissing.has(kind);
}
