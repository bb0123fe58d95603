import { type HarmlessMarkdown, harmlessMarkdown, markdownCode, markdownSentence } from './harmlessMarkdown';
import { exampleText, headerTexts, outcomeText, type PlanReport, type ReportedMove } from './planReport';
import { notPrinted, type ReportedProblem, severityRanks } from './report';

/** In code points. */
const longestName = 120;
/**
 * The most lines of each list, with the one that counts the rest. With a title, three lines of context, and a heading and
 * two blanks for each of four sections, at most 60 lines.
 */
const most = { refusals: 3, moves: 14, silenced: 6, hosts: 5, problems: 8, notKnown: 4, notes: 3 } as const;

/** A plan for the summary of a job, or for a comment: at most 60 lines, in which no name is more than text. */
export function planMarkdown(report: PlanReport): readonly HarmlessMarkdown[] {
  const { refusals, moves, silenced, unansweredHosts, problems, drifted, notKnown } = report;
  const cut = 'The change concerns more routers than were tried: requests of others may move, too.';
  const notes = [...(report.isWhole ? [] : [cut]), ...report.notes, ...report.unreadable];
  const introduced = problems.introduced.toSorted(
    (one, other) => severityRanks[one.severity] - severityRanks[other.severity],
  );
  const lost = [
    ...listed(silenced, most.silenced, ({ name, why = 'It would be disabled.' }) => {
      return harmlessMarkdown`- ${nameOf(name)} would get nothing: ${markdownSentence(why)}`;
    }),
    ...listed(unansweredHosts, most.hosts, (host) => harmlessMarkdown`- Nobody would answer ${nameOf(host)}`),
  ];
  const blocks: readonly (readonly HarmlessMarkdown[])[] = [
    [harmlessMarkdown`### What would change`],
    listed(refusals, most.refusals, (one) => {
      return harmlessMarkdown`- **Traefik would refuse** ${placeOf(one)}: ${markdownSentence(one.message)} It keeps what it has, in every file of the folder.`;
    }),
    contextLines(report),
    moves.length === 0
      ? []
      : [harmlessMarkdown`**Requests that move**`, harmlessMarkdown``, ...listed(moves, most.moves, moveLine)],
    lost.length === 0 ? [] : [harmlessMarkdown`**Left without an answer**`, harmlessMarkdown``, ...lost],
    introduced.length === 0
      ? []
      : [harmlessMarkdown`**New problems**`, harmlessMarkdown``, ...listed(introduced, most.problems, problemLine)],
    drifted.length + notKnown.length + notes.length === 0
      ? []
      : [
          harmlessMarkdown`**Not known**`,
          harmlessMarkdown``,
          ...listed(drifted.slice(0, 1), 1, (name) => driftLine(name, drifted.length - 1)),
          ...listed(
            notKnown,
            most.notKnown,
            ({ name, why }) => harmlessMarkdown`- ${nameOf(name)} ${markdownSentence(why)}`,
          ),
          ...listed(notes, most.notes, (note) => harmlessMarkdown`- ${markdownSentence(note)}`),
        ],
  ];
  const filled = blocks.filter(({ length }) => length > 0);
  return filled.flatMap((lines, at) => (at === 0 ? lines : [harmlessMarkdown``, ...lines]));
}

/** What it is about, and how much changes. */
function contextLines({ proxy, base, objects, moves, problems }: PlanReport): readonly HarmlessMarkdown[] {
  const count = (number: number, word: string): HarmlessMarkdown => ({
    markdown: `${number.toLocaleString('en')} ${word}${number === 1 ? '' : 's'}`,
  });
  return [
    harmlessMarkdown`${nameOf(proxy)}, compared with ${nameOf(base.revision)}: ${count(moves.length, 'kind')} of requests move, ${count(objects.length, 'object')} changed, ${count(problems.introduced.length, 'new problem')}, ${count(problems.fixed.length, 'fixed one')}.`,
  ];
}

/** The first ones, and the number of the others in a line of its own. */
function listed<T>(
  things: readonly T[],
  lines: number,
  lineOf: (thing: T) => HarmlessMarkdown,
): readonly HarmlessMarkdown[] {
  if (things.length <= lines) return things.map(lineOf);
  const shown = things.slice(0, lines - 1).map(lineOf);
  return [...shown, harmlessMarkdown`- ${markdownSentence(notPrinted(things.length - shown.length, 'line'))}`];
}

function moveLine({ request, from, to, differs, before, after, why }: ReportedMove): HarmlessMarkdown {
  const sent = headerTexts(request).join(', ');
  const headers = sent === '' ? harmlessMarkdown`` : harmlessMarkdown` with ${nameOf(sent)}`;
  const what =
    differs === 'router'
      ? harmlessMarkdown`${routerOf(from)} → ${routerOf(to)}`
      : harmlessMarkdown`${routerOf(to)}: ${nameOf(outcomeText(before))} → ${nameOf(outcomeText(after))}`;
  return harmlessMarkdown`- ${nameOf(exampleText(request))}${headers} on ${nameOf(request.entryPoint)}: ${what}. ${markdownSentence(why)}`;
}

function routerOf(router: ReportedMove['from']): HarmlessMarkdown {
  if (router === null) return harmlessMarkdown`no router`;
  return nameOf(typeof router === 'string' ? router : router.join(' or '));
}

function driftLine(name: string, more: number): HarmlessMarkdown {
  const others = { markdown: more === 0 ? '' : ` and ${more.toLocaleString('en')} more` };
  return harmlessMarkdown`- The proxy does not list ${nameOf(name)}${others} as the old text declares it.`;
}

function problemLine(problem: ReportedProblem): HarmlessMarkdown {
  return harmlessMarkdown`- **${{ markdown: problem.severity }}** ${placeOf(problem)} ${markdownSentence(problem.message)}`;
}

function placeOf({ path, line }: ReportedProblem): HarmlessMarkdown {
  return markdownCode(`${path}:${line}`, longestName);
}

function nameOf(text: string): HarmlessMarkdown {
  return markdownCode(text, longestName);
}
