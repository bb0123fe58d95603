import { behindValue, isListText, isObjectText, visitItems, visitMembers } from '../../base/json/scan';
import { stringAt } from './hitCell';

/** The engine's highlighted fragments, by field name. */
export type HighlightFragments = ReadonlyMap<string, readonly string[]>;

/** The starts of the parts of a hit that contain fields; -1 for a missing part. */
export interface HitParts {
  readonly source: number;
  readonly fields: number;
  /** The highlighted fragments, by the field that the engine names. */
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

/** Finds the parts of a hit that contain fields, in one pass. */
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
