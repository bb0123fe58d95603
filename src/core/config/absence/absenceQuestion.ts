import type { WrittenLabel } from '../decode/labelNodes';
import type { DeclaredProtocol } from '../model/declaration';
import type { PlacedText } from '../source/placedText';
import type { StaticVersion } from '../static/optionTypes';
import type { StaticReading } from '../static/readStatic';
import type { StaticWorld } from '../static/staticWorld';

/** The declared object that is looked for. */
export interface SoughtObject {
  readonly protocol: DeclaredProtocol;
  readonly kind: 'router' | 'service' | 'middleware';
  /** With `@provider`. */
  readonly name: string;
  /** The rule that it should have: one of the same name with another rule is another router. */
  readonly rule?: string | undefined;
  /** The entry point that it should be on. */
  readonly entryPoint?: string | undefined;
}

/** A container beside Traefik. */
export interface SeenContainer {
  readonly name: string;
  readonly at: PlacedText;
  readonly labels: readonly WrittenLabel[];
  /** As the engine names it, such as `exited`; running if undefined. */
  readonly status?: string | undefined;
  readonly health?: string | undefined;
  readonly hasPort: boolean;
}

/** Something that happened to files after Traefik started. */
export type LaterChange =
  | { readonly kind: 'write'; readonly path: string; readonly text: string }
  | { readonly kind: 'remove' | 'mkdir'; readonly path: string }
  | { readonly kind: 'symlink'; readonly path: string; readonly to: string }
  | { readonly kind: 'rename'; readonly path: string; readonly to: string };

/** A declared object that is not there, and all that is known of its Traefik. Nothing is asked of a network. */
export interface AbsenceQuestion {
  readonly sought: SoughtObject;
  readonly world: StaticWorld;
  /** Symbolic links at the start: from their paths to what they name. */
  readonly links?: ReadonlyMap<string, string> | undefined;
  readonly later?: readonly LaterChange[] | undefined;
  /** Undefined: not known. */
  readonly containers?: readonly SeenContainer[] | undefined;
  /** Whether the engine's socket is at its usual place. */
  readonly hasSocket?: boolean | undefined;
  /** A request that does not get to the router, although it is there. */
  readonly request?: SentRequest | undefined;
}

export interface SentRequest {
  readonly port: number;
  readonly host: string;
  /** With the query. */
  readonly path: string;
  readonly headers?: ReadonlyMap<string, string> | undefined;
}

/** What the parts of an answer share: the question, and what its Traefik makes of its static configuration. */
export interface AbsenceCase {
  readonly question: AbsenceQuestion;
  readonly version: StaticVersion;
  readonly reading: StaticReading;
}
