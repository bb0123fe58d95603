/** A text to translate, with what tells it from others that are written the same. */
export type Text = string | { readonly message: string; readonly comment: readonly string[] };

/** By its key: the English text, and after a slash the comment where there is one. */
export type Texts = Readonly<Record<string, Text>>;

export function textsOf(sources: ReadonlyMap<string, string>): Promise<Texts>;
export function bundleText(texts: Texts): string;
