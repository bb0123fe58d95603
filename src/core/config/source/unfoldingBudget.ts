import type { TextFault } from './configNode';
import type { SourceFile } from './placedText';

/** Nodes that are written in a file. Real configurations have fewer. */
const mostNodes = 300_000;
/** The repetition that every file may have: labels that all services of a project share. */
const repeatedSteps = 20_000;
const repeatedCharacters = 500_000;
/** The repetition of all files that are read together: thousands of small ones add up. */
const repeatedTogether = 500_000;
/** The repetition for each UTF-16 unit of its text, so that twice the text takes twice the time. */
const stepsOfUnit = 0.1;

/** What files that are read together repeat: by the files, and by derived ones, such as one with masked templates. */
const sums = new WeakMap<Pick<SourceFile, 'text'>, { steps: number }>();

/** Makes files count their repetition together from now on. */
export function countTogether(files: Iterable<SourceFile>): void {
  const sum = { steps: 0 };
  for (const file of files) sums.set(file, sum);
}

/** Makes a file count together with its original. */
export function countWith(file: SourceFile, original: SourceFile): void {
  const sum = sums.get(original);
  if (sum !== undefined) sums.set(file, sum);
}

/**
 * Limits the repetition while the text of one file unfolds: a few aliases, merges, or references can repeat a text
 * thousands of times. Once used up, a budget stays so.
 */
export class UnfoldingBudget {
  private nodes = 0;
  private repeated = 0;
  private characters = 0;
  private place: Pick<TextFault, 'start' | 'end'> | undefined;

  private readonly together: { steps: number };

  /**
   * @param file the file whose text is unfolded
   * @param end the place in it at which parsing stopped
   */
  constructor(
    private readonly file: Pick<SourceFile, 'text'>,
    private readonly end = Number.POSITIVE_INFINITY,
  ) {
    this.together = sums.get(file) ?? { steps: 0 };
  }

  /** The place at which it was used up: the text after it is not read. */
  get cut(): TextFault | undefined {
    return this.place && { kind: 'tooLarge', about: '', start: this.place.start, end: this.place.end };
  }

  get isSpent(): boolean {
    return this.place !== undefined;
  }

  /** Counts one written node. @returns whether it may be read */
  read(place: Pick<TextFault, 'start' | 'end'>): boolean {
    if (++this.nodes > mostNodes || place.start >= this.end) this.place ??= place;
    return !this.isSpent;
  }

  /**
   * Counts a repetition.
   *
   * @param steps things that are read again, such as nodes, labels, or pairs of a route and a listener
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

/** The budgets of files that are read together, one for each. */
export class UnfoldingBudgets {
  private readonly budgets = new Map<SourceFile, UnfoldingBudget>();

  of(file: SourceFile): UnfoldingBudget {
    const known = this.budgets.get(file) ?? new UnfoldingBudget(file);
    this.budgets.set(file, known);
    return known;
  }

  /** The place at which each file with a used-up budget exceeded it. */
  cuts(): readonly (readonly [SourceFile, TextFault])[] {
    return [...this.budgets].flatMap(([file, { cut }]) => (cut === undefined ? [] : [[file, cut] as const]));
  }
}
