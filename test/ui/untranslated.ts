/** What of the texts on a screen is neither translated nor from a server. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { recordingsFolder } from '../recordings/read';

/** What is the same in all languages, in the field's own writing. */
const same =
  /^(Proxy Scout|SHA-256|Traefik|Elasticsearch|OpenSearch|Kibana|HTTP|HTTPS|TCP|UDP|TLS|URL|JSON|CSV|NDJSON|ID|API|Ctrl\+\w+|Enter|\dxx|[\d.,+–#]+ ?(ms|s|min|h|d|B|KB|MB|KiB|MiB)?)$/;

/** What VS Code adds in its own language: to the names of toolbars, the prompts and titles of inputs, progress, and in the palette. */
const vscode =
  /^Actions for |\(Press 'Enter' to confirm or 'Escape' to cancel\)|\(\d+\/\d+\)|^(other commands|recently used|similar commands|Cancel)$/g;

/** All texts that the recordings, and what else was served, hold: names of members, and values. */
export function readCorpus(served: readonly string[]): ReadonlySet<string> {
  const texts = new Set<string>();
  const addText = (text: string): void => {
    texts.add(text);
    // A row shows a provider only where it tells names apart.
    const [, own] = /^([^@]+)@[\w-]+$/.exec(text) ?? [];
    if (own !== undefined) texts.add(own);
  };
  const add = (value: unknown): void => {
    if (typeof value === 'string') {
      const inner = value.startsWith('{') || value.startsWith('[') ? parsed(value) : undefined;
      if (inner === undefined) addText(value);
      else add(inner);
    } else if (Array.isArray(value)) value.forEach(add);
    else if (typeof value === 'object' && value !== null) {
      for (const [name, member] of Object.entries(value)) {
        texts.add(name);
        add(member);
      }
    }
  };
  const folder = recordingsFolder();
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.ndjson'))) {
    for (const line of readFileSync(join(folder, file), 'utf8').split('\n')) add(parsed(line));
  }
  for (const text of served) add(parsed(text) ?? text);
  return texts;
}

/** What stands around a word that is a piece of its own. */
const parted: readonly (readonly [before: string, after: string])[] = [
  ['', ' "'],
  ['" ', ''],
  [': ', ''],
  [', ', ''],
  ['', ', '],
  ["'", "'"],
];

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The pieces of a text that stand outside the pseudo-language's brackets and are no data.
 *
 * @param data what the servers sent, in one text: a piece may be part of a rule or message
 */
export function untranslatedIn(text: string, corpus: ReadonlySet<string>, data: string): readonly string[] {
  let rest = text
    .replace(/\s+/g, (space) => (space.includes('\n') ? '\n' : space.length > 1 ? '  ' : ' '))
    // Marks of highlights, where an answer is shown as it came.
    .replace(/\\ue00[01]/g, '')
    .replace(vscode, '');
  // Whole sentences may follow each other.
  const joined = /[^.!?]⟧ ?⟦/.test(rest) ? [`put together: ${rest.trim()}`] : [];
  // From the inside out: a translated text may be the value in another. What was cut has no end.
  while (/⟦[^⟦⟧]*⟧/.test(rest)) rest = rest.replace(/⟦[^⟦⟧]*⟧/g, '\n');
  rest = rest.replace(/⟦[^\n]*/g, '\n');
  const pieces = rest.split(/[·\n→↦•]| {2}|, |: |"/).map((piece) => piece.replace(/^[\s,:;.()]+|[\s,:;.()…\\]+$/g, ''));
  const isData = (piece: string): boolean => {
    if (same.test(piece) || corpus.has(piece)) return true;
    // A single word of plain letters is in some message of some server: it counts where the same signs part it from the rest.
    if (/^[A-Za-z]+$/.test(piece)) return parted.some(([before, after]) => data.includes(`${before}${piece}${after}`));
    return data.includes(piece);
  };
  // A name and an address, a rule, or an entry point in parentheses may be side by side; the name may have spaces.
  const isSideBySide = (piece: string): boolean =>
    piece.split(/ \(?/).every(isData) ||
    [...piece.matchAll(/ /g)].some(({ index }) => isData(piece.slice(0, index)) && isData(piece.slice(index + 1)));
  const ours = pieces.filter((piece) => /[A-Za-z]{2}/.test(piece) && !isData(piece) && !isSideBySide(piece));
  return [...joined, ...ours];
}
