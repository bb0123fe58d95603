import { problemHelp } from '../core/config/model/problemHelp';
import type { OutputFormat } from './arguments';
import { type GithubMessage, githubLine, githubWarning, harmlessJson, harmlessLine } from './harmless';
import { type HarmlessMarkdown, harmlessMarkdown, markdownCode, markdownSentence } from './harmlessMarkdown';
import type { CheckOutput } from './output';
import { type CheckReport, fittingTexts, notPrinted, printable, type ReportedProblem, sumOf } from './report';
import { sarifLog, sizeInSarif, sizeOfNotification } from './sarif';

/** Of 2 MB of output at most, in bytes: for problems, and for each of two kinds of notes, on one or both streams. */
const mostOfProblems = 1_600_000;
const mostOfNotes = 80_000;
/** Of that for problems, what the rules of SARIF take: each code is one. */
const mostOfRules = 100_000;

/** Formats with as many problems and notes as fit into their bytes; one of Markdown has less. */
type LongFormat = Exclude<OutputFormat, 'markdown'>;

/** Writes a report, within the size that the output may have. */
export function writeReport(report: CheckReport, format: OutputFormat, output: CheckOutput): void {
  if (format === 'markdown') for (const line of markdownLines(report)) output.markdown(line);
  else writeLong(report, format, output);
  for (const sentence of fittingTexts(report.unreadable, mostOfNotes, sizeOfNote)) output.note(sentence);
}

function writeLong(report: CheckReport, format: LongFormat, output: CheckOutput): void {
  const room = format === 'sarif' ? mostOfProblems - mostOfRules : mostOfProblems;
  const problems = printable(report.problems, room, (problem) => sizeIn(format, problem));
  const omitted = report.problems.length - problems.length;
  const left = omitted === 0 ? [] : [notPrinted(omitted, 'problem')];
  const sizeOf = format === 'sarif' ? sizeOfNotification : sizeOfNote;
  const notes = fittingTexts([...left, ...report.notes], mostOfNotes, sizeOf);
  const unreadable = fittingTexts(report.unreadable, mostOfNotes, sizeOf);
  switch (format) {
    case 'json':
      output.json({
        ...{ version: 1, problems, files: report.files, notes: [...notes, ...unreadable] },
        ...(omitted === 0 ? {} : { omitted }),
      });
      // Readers of the JSON may not show the notes in it.
      for (const note of notes) output.note(note);
      break;
    case 'sarif':
      output.json(sarifLog(problems, { ...report, notes, unreadable }));
      for (const note of notes) output.note(note);
      break;
    case 'github':
      for (const problem of problems) output.github(githubMessage(problem));
      for (const sentence of [...notes, ...unreadable]) output.github(githubWarning(sentence));
      break;
    case 'pretty':
      for (const problem of problems) output.line(prettyLine(problem));
      for (const note of notes) output.line(note);
      if (report.isAnyRead) output.line(sumOf(report));
  }
}

/** The maximum bytes of a problem in the output. */
function sizeIn(format: LongFormat, problem: ReportedProblem): number {
  switch (format) {
    case 'json':
      return Buffer.byteLength(harmlessJson({ problems: [problem] }));
    case 'sarif':
      return sizeInSarif(problem);
    case 'github':
      return Buffer.byteLength(githubLine(githubMessage(problem))) + 1;
    case 'pretty':
      return Buffer.byteLength(harmlessLine(prettyLine(problem))) + 1;
  }
}

/** The maximum bytes of a sentence in the output, on one of both streams. */
function sizeOfNote(sentence: string): number {
  const forms = [harmlessJson([sentence]), githubLine(githubWarning(sentence))];
  return Math.max(...forms.map((form) => Buffer.byteLength(form)));
}

function prettyLine({ path, line, column, severity, code, message }: ReportedProblem): string {
  return `${path}:${line}:${column}: ${severity}: ${message} [${code}]`;
}

const levels = { error: 'error', warning: 'warning', information: 'notice' } as const;

function githubMessage(problem: ReportedProblem): GithubMessage {
  const { severity, path, line, column, endLine, endColumn, code, message } = problem;
  return {
    level: levels[severity],
    properties: {
      ...{ file: path, line, endLine, col: column },
      // An end column needs an end on the same line.
      ...(endLine === line && endColumn > column ? { endColumn } : {}),
      title: code,
    },
    message,
  };
}

/** With the notes, and eight lines for a heading, the sum, what is missing, and blanks, at most 60 lines. */
const mostProblems = 40;
const mostNotes = 10;
/** In UTF-16 units: GitHub takes no comment of more than 65,536. */
const mostText = 50_000;
/** In code points. */
const longestPlace = 150;

/** A report for the summary of a job, or for a comment: at most 60 lines, the worst problems first. */
function markdownLines(report: CheckReport): readonly HarmlessMarkdown[] {
  const shown = worstOf(report.problems);
  const omitted = report.problems.length - shown.length;
  const sentences = [...report.notes, ...report.unreadable];
  const isCut = sentences.length > mostNotes;
  const notes = isCut ? sentences.slice(0, mostNotes - 1) : sentences;
  const blocks: readonly (readonly HarmlessMarkdown[])[] = [
    [harmlessMarkdown`### Proxy Scout`],
    report.isAnyRead ? [markdownSentence(sumOf(report))] : [],
    shown.map(problemLine),
    omitted === 0 ? [] : [markdownSentence(notPrinted(omitted, 'problem'))],
    [...notes, ...(isCut ? [notPrinted(sentences.length - notes.length, 'note')] : [])].map(
      (note) => harmlessMarkdown`- ${markdownSentence(note)}`,
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
  return harmlessMarkdown`- **${{ markdown: severity }}** ${place} ${markdownSentence(message)} ${help}`;
}
