import { behindValue, isListText, isObjectText, visitItems, visitMembers } from '../../base/json/scan';
import { stringAt } from './hitCell';

/** Texts that the engine marked, by the field it names. */
export type HighlightFragments = ReadonlyMap<string, readonly string[]>;

/** The parts of a hit that hold fields, by where they begin; -1 where it has none. */
export interface HitParts {
  readonly source: number;
  readonly fields: number;
  /** What the engine marked, by the field it names. */
  readonly highlight: HighlightFragments;
}

const noHighlight: HighlightFragments = new Map();

function highlightOf(json: string, at: number): [behind: number, highlight: HighlightFragments] {
  const highlight = new Map<string, string[]>();
  const behind = visitMembers(json, at, (name, start) => {
    const fragments: string[] = [];
    if (!isListText(json, start)) return undefined;
    const end = visitItems(json, start, (item) => {
      const itemEnd = behindValue(json, item);
      if (json.charAt(item) === '"') fragments.push(stringAt(json, [item, itemEnd]));
      return itemEnd;
    });
    highlight.set(name, fragments);
    return end;
  });
  return [behind, highlight];
}

/** Goes once through a hit for the parts of it that hold fields. */
export function hitPartsOf(json: string): HitParts {
  let source = -1;
  let fields = -1;
  let highlight = noHighlight;
  visitMembers(json, json.search(/\S/), (name, start) => {
    if (!isObjectText(json, start)) return undefined;
    if (name === '_source') source = start;
    else if (name === 'fields') fields = start;
    else if (name === 'highlight') {
      const [behind, found] = highlightOf(json, start);
      highlight = found;
      return behind;
    }
    return undefined;
  });
  return { source, fields, highlight };
}
