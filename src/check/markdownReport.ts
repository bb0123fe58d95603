import { problemHelp } from '../core/config/model/problemHelp';
import { type HarmlessMarkdown, harmlessMarkdown, markdownCode, markdownSentence } from './harmlessMarkdown';
import { type CheckReport, notPrinted, printable, type ReportedProblem, sumOf } from './report';

/** With the notes, and eight lines for a heading, the sum, what is missing, and blanks, at most 60 lines. */
const mostProblems = 40;
const mostNotes = 10;
/** In UTF-16 units: GitHub takes no comment of more than 65,536. */
const mostText = 50_000;
/** In code points. Messages of ours have about 200. */
const longestSentence = 300;
const longestPlace = 150;

/** A report for the summary of a job, or for a comment: at most 60 lines, the worst problems first. */
export function markdownLines(report: CheckReport): readonly HarmlessMarkdown[] {
  const shown = worstOf(report.problems);
  const omitted = report.problems.length - shown.length;
  const sentences = [...report.notes, ...report.unreadable];
  const isCut = sentences.length > mostNotes;
  const notes = isCut ? sentences.slice(0, mostNotes - 1) : sentences;
  const blocks: readonly (readonly HarmlessMarkdown[])[] = [
    [harmlessMarkdown`### Proxy Scout`],
    report.isAnyRead ? [sentence(sumOf(report))] : [],
    shown.map(problemLine),
    omitted === 0 ? [] : [sentence(notPrinted(omitted, 'problem'))],
    [...notes, ...(isCut ? [notPrinted(sentences.length - notes.length, 'note')] : [])].map(
      (note) => harmlessMarkdown`- ${sentence(note)}`,
    ),
  ];
  const filled = blocks.filter(({ length }) => length > 0);
  return filled.flatMap((lines, at) => (at === 0 ? lines : [harmlessMarkdown``, ...lines]));
}

/** Errors first, then warnings, then all others: of each, equally many of each file, and in their order. */
function worstOf(problems: readonly ReportedProblem[]): readonly ReportedProblem[] {
  const shown: ReportedProblem[] = [];
  let left = mostText;
  for (const severity of ['error', 'warning', 'information'] as const) {
    // Each takes at least its share of the text, so that their number is limited, too.
    const sizeOf = (problem: ReportedProblem): number =>
      Math.max(mostText / mostProblems, problemLine(problem).markdown.length);
    const ofSeverity = problems.filter((problem) => problem.severity === severity);
    const taken = printable(ofSeverity, left, sizeOf);
    for (const problem of taken) {
      shown.push(problem);
      left -= sizeOf(problem);
    }
    // A less severe problem never takes the place of a worse one.
    if (taken.length < ofSeverity.length) break;
  }
  return shown;
}

function problemLine({ path, line, column, severity, message, code }: ReportedProblem): HarmlessMarkdown {
  const place = markdownCode(`${path}:${line}:${column}`, longestPlace);
  const help = { markdown: `[${code}](${problemHelp(code)})` };
  return harmlessMarkdown`- **${{ markdown: severity }}** ${place} ${sentence(message)} ${help}`;
}

function sentence(text: string): HarmlessMarkdown {
  return markdownSentence(text, longestSentence);
}
