import type { TextFault } from './configDocument';
import type { SourceFile } from './placedText';

/** Nodes that are written in a file. Who writes more writes no configuration. */
const mostNodes = 300_000;
/** What any file may repeat: labels that all services of a project share. */
const repeatedSteps = 20_000;
const repeatedCharacters = 500_000;
/** What all files that are read together may repeat: thousands of small ones add up. */
const repeatedTogether = 500_000;
/** What it may repeat for each UTF-16 unit of its text, so that twice the text costs twice the time. */
const stepsOfUnit = 0.1;

/** What files that are read together have repeated so far. */
interface UnfoldingSum {
  steps: number;
}

/** By the files, and by what is made of them: a file whose templates are masked. */
const sums = new WeakMap<Pick<SourceFile, 'text'>, UnfoldingSum>();

/** Has files count what they repeat together, from now on. */
export function countTogether(files: Iterable<SourceFile>): void {
  const sum: UnfoldingSum = { steps: 0 };
  for (const file of files) sums.set(file, sum);
}

/** Has a file count with the one that it is made of. */
export function countWith(file: SourceFile, original: SourceFile): void {
  const sum = sums.get(original);
  if (sum !== undefined) sums.set(file, sum);
}

/**
 * How much may be made of the text of one file: counted while it unfolds, as a few aliases, merges, or references can repeat a text
 * thousands of times. It is used up once, and stays so.
 */
export class UnfoldingBudget {
  private nodes = 0;
  private repeated = 0;
  private characters = 0;
  private place: Pick<TextFault, 'start' | 'end'> | undefined;

  private readonly together: UnfoldingSum;

  /**
   * @param file the file whose text is unfolded
   * @param end the place in it from which on it was not parsed
   */
  constructor(
    private readonly file: Pick<SourceFile, 'text'>,
    private readonly end = Number.POSITIVE_INFINITY,
  ) {
    this.together = sums.get(file) ?? { steps: 0 };
  }

  /** Where it was used up: from there on, nothing is read. */
  get cut(): TextFault | undefined {
    return this.place && { kind: 'tooLarge', about: '', start: this.place.start, end: this.place.end };
  }

  /** What was repeated so far, in steps of about a microsecond. */
  get steps(): number {
    return this.repeated;
  }

  get isSpent(): boolean {
    return this.place !== undefined;
  }

  /** Counts one node that is written. @returns whether it may be read */
  read(place: Pick<TextFault, 'start' | 'end'>): boolean {
    if (++this.nodes > mostNodes || place.start >= this.end) this.place ??= place;
    return !this.isSpent;
  }

  /**
   * Counts what is not written once more, but repeated.
   *
   * @param steps things that are looked at again, such as nodes, labels, or pairs of a route and a listener
   * @param characters UTF-16 units of their texts
   * @returns whether it may be repeated
   */
  repeat(steps: number, characters: number, place: Pick<TextFault, 'start' | 'end'>): boolean {
    this.repeated += steps;
    this.together.steps += steps;
    this.characters += characters;
    const { length } = this.file.text;
    const isOver =
      this.repeated > repeatedSteps + length * stepsOfUnit ||
      this.characters > repeatedCharacters + length ||
      this.together.steps > repeatedTogether;
    if (isOver) this.place ??= place;
    return !this.isSpent;
  }
}

/** The budgets of files that are read together: each has its own. */
export class UnfoldingBudgets {
  private readonly budgets = new Map<SourceFile, UnfoldingBudget>();

  of(file: SourceFile): UnfoldingBudget {
    const known = this.budgets.get(file) ?? new UnfoldingBudget(file);
    this.budgets.set(file, known);
    return known;
  }

  /** What was too much, of each file whose budget is used up. */
  cuts(): readonly (readonly [SourceFile, TextFault])[] {
    return [...this.budgets].flatMap(([file, { cut }]) => (cut === undefined ? [] : [[file, cut] as const]));
  }
}
