import { compileGoPattern, goPatternEffort } from '../../proxy/rules/goPattern';
import type { TextFault } from '../source/configNode';
import type { PlacedText, SourceFile } from '../source/placedText';

/** Longer expressions are not compiled. */
const longestPattern = 2_000;
/** Instructions of all expressions of one file: some seconds of compiling. Those of 10,000 usual routers fit. */
const mostInstructions = 500_000;

/** Checks the regular expressions of each file, as many as it can compile in some seconds. */
export class PatternChecks {
  private readonly efforts = new Map<SourceFile, number>();
  private readonly cut = new Map<SourceFile, TextFault>();

  /**
   * Whether an expression is certainly invalid.
   *
   * @param at its place, which identifies the file
   */
  isInvalid(value: string, at: PlacedText): boolean {
    const { file, start, end } = at;
    if (value.length > longestPattern || this.cut.has(file)) return false;
    const effort = (this.efforts.get(file) ?? 0) + goPatternEffort(value);
    this.efforts.set(file, effort);
    if (effort <= mostInstructions) return compileGoPattern(value) === undefined;
    this.cut.set(file, { kind: 'tooLarge', about: '', start, end });
    return false;
  }

  /** The places after which the expressions of a file are not checked. */
  cuts(): ReadonlyMap<SourceFile, TextFault> {
    return this.cut;
  }
}
