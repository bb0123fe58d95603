import { compileGoPattern, goPatternEffort } from '../../proxy/rules/goPattern';
import type { TextFault } from '../source/configDocument';
import type { PlacedText, SourceFile } from '../source/placedText';

/** Longer expressions are not compiled here. */
const longestPattern = 2_000;
/** Instructions of all expressions of one file: some seconds of compiling. The usual ones of 10,000 routers need fewer. */
const mostInstructions = 500_000;

/** Checks regular expressions of files, of each file as many as can be compiled in some seconds. */
export class PatternChecks {
  private readonly efforts = new Map<SourceFile, number>();
  private readonly cut = new Map<SourceFile, TextFault>();

  /**
   * Whether an expression certainly is none.
   *
   * @param at where it is written, which tells the file
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

  /** From where on the expressions of a file are not checked. */
  cuts(): ReadonlyMap<SourceFile, TextFault> {
    return this.cut;
  }
}
