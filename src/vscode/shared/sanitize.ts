import { plainText, withoutCodicons } from '../../core/base/text/plainText';

/** Foreign text for a notification, where VS Code renders `[label](command:…)` as a link: this breaks that sequence. */
export function escapeForNotification(text: string, longest = 200): string {
  return plainText(text, longest).replace(/\]\(/g, ']\u200B(');
}

/**
 * Foreign text for the label of a quick pick, where `$(name)` would become an icon. Not for `description` or `detail`:
 * VS Code renders those as Markdown on hover and fetches images in them (see `escapeForDescription`).
 */
export function escapeForLabel(text: string, longest = 200): string {
  return withoutCodicons(plainText(text, longest));
}

/**
 * A line with foreign text, for the description of a quick pick. VS Code shows it literally, but renders it as Markdown
 * on hover (with HTML escaped). Invisible characters break links, images, and addresses that would become links; no
 * other syntax of one line fetches or opens anything.
 *
 * @param line begins with words of ours, because a link definition is valid only at the start of a line
 */
export function escapeForDescription(line: string, longest = 400): string {
  return withoutCodicons(plainText(line, longest))
    .replace(/[\]@]/g, '$&\u200B')
    .replace(/:(?=\/\/)/g, ':\u200B')
    .replace(/www(?=\.)/gi, '$&\u200B');
}

/**
 * Foreign text for `MarkdownString.appendText`, which takes Markdown literally but still makes links of addresses:
 * invisible characters break those. Names such as `web@docker` stay the same, so that the user can copy them.
 */
export function escapeForHover(text: string): string {
  return text
    .replace(/:(?=\/\/)/g, ':\u200B')
    .replace(/www(?=\.)/gi, '$&\u200B')
    .replace(/@(?=[\w-]+\.\w)/g, '@\u200B');
}
