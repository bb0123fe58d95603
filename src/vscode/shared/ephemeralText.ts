import { jsonDocument, longWithPlainHtmlCharacters, wholeJsonDocument } from '../../core/base/json/document';
import { longShownText } from '../../core/proxy/secrets/secrets';

/** The full JSON of a document that shows only its beginning. */
export interface WholeSource {
  /** For the tab's title. May be server text. */
  readonly name: string;
  /** The JSON as received. */
  readonly json: string;
  /** Its size in bytes when formatted. */
  readonly size: number;
}

export interface EphemeralText {
  /** For the tab's title. May be server text. */
  readonly name: string;
  /** The end of the title, which sets the document's language: `.json`. */
  readonly ending: string;
  /** The part before the title in breadcrumbs. */
  readonly folder?: string;
  readonly text: string;
  /** If the text is only the beginning: the full JSON. */
  readonly whole?: WholeSource;
}

/** Formats received JSON as a text to show, and only the beginning if it is long. */
export async function ephemeralJson(name: string, ending: string, json: string): Promise<EphemeralText> {
  const { text, isWhole, size } = await jsonDocument(json);
  if (isWhole) return { name, ending, text };
  // Not `.json`: editors would report a syntax error in the truncated text.
  return { name, ending: `${ending} (beginning)`, text, whole: { name, json, size } };
}

/** The JSON of an item without its secrets, and the text that a document shows of it. */
export async function maskedJson(item: Parameters<typeof longShownText>[0]) {
  const json = await longWithPlainHtmlCharacters(await longShownText(item));
  return { json, ...(await jsonDocument(json)) };
}

export function wholeText({ json }: WholeSource) {
  return wholeJsonDocument(json);
}
