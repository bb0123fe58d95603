/** Many texts, stored so that all texts with a word are found at once. */
interface TextBlocks {
  /**
   * 1 at the positions of the texts that contain the word.
   *
   * @param wider marks of some texts, including all that contain the word
   */
  having(word: string, wider: Uint8Array | undefined): Uint8Array;
}

/** Some texts in one string. Searching separate strings is slower, because each is at another place in memory. */
interface TextBlock {
  readonly text: string;
  /** The position of its first text. */
  readonly first: number;
  /** The end of each text in it. */
  readonly ends: Uint32Array;
}

/** UTF-16 units of a block, unless one text is longer. A block fits into the processor's cache. */
const longestBlock = 2 ** 15;
/** Separates two texts. A word may contain it, too. */
const textEnd = '\n';

/** Joins the texts into blocks. */
export function makeTextBlocks(texts: readonly { readonly text: string }[]): TextBlocks {
  const blocks: TextBlock[] = [];
  let parts: string[] = [];
  let length = 0;
  for (const [at, { text }] of texts.entries()) {
    parts.push(text);
    length += text.length + 1;
    if (length < longestBlock && at < texts.length - 1) continue;
    blocks.push(blockOf(parts, at + 1 - parts.length));
    parts = [];
    length = 0;
  }
  return {
    having(word, wider) {
      const mask = new Uint8Array(texts.length);
      for (const block of blocks) {
        const { first, ends } = block;
        // A text without a part of the word does not contain the word.
        if (wider !== undefined && !wider.subarray(first, first + ends.length).includes(1)) continue;
        markHits(block, word, mask);
      }
      return mask;
    },
  };
}

function blockOf(parts: readonly string[], first: number): TextBlock {
  const ends = new Uint32Array(parts.length);
  let end = -1;
  for (const [at, part] of parts.entries()) {
    end += part.length + 1;
    ends[at] = end;
  }
  return { text: parts.join(textEnd), first, ends };
}

/** After a match, the rest of its text is skipped. */
function markHits({ text, first, ends }: TextBlock, word: string, mask: Uint8Array): void {
  let at = 0;
  for (let hit = text.indexOf(word); hit !== -1; ) {
    while (hit >= (ends[at] ?? Number.POSITIVE_INFINITY)) at++;
    const end = ends[at] ?? text.length;
    const isWithin = hit > (ends[at - 1] ?? -1) && hit + word.length <= end;
    if (isWithin) mask[first + at] = 1;
    hit = text.indexOf(word, isWithin ? end + 1 : hit + 1);
  }
}
