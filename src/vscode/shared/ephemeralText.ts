import { loadCore } from './loadCore';

/** What a document shows only the head of. */
export interface WholeSource {
  /** Whose it is, for the tab's title. May be server text. */
  readonly name: string;
  /** The JSON, as received. */
  readonly json: string;
  /** Bytes that it has when it is laid out. */
  readonly size: number;
}

/** A text to be shown. */
export interface EphemeralText {
  /** Whose it is, for the tab's title. May be server text. */
  readonly name: string;
  /** What the title ends with, which gives the document its language: `.json`. */
  readonly ending: string;
  readonly text: string;
  /** What the text is only the head of. */
  readonly whole?: WholeSource;
}

/** JSON, as received, as a text to be shown: laid out, and its head alone where it is long. */
export async function ephemeralJson(name: string, ending: string, json: string): Promise<EphemeralText> {
  const { jsonDocument } = await loadCore();
  const { text, isWhole, size } = await jsonDocument(json);
  if (isWhole) return { name, ending, text };
  // What is cut is no JSON: as such every editor would show an error in it.
  return { name, ending: `${ending} (beginning)`, text, whole: { name, json, size } };
}
