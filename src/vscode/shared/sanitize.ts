import { plainText, withoutCodicons } from '../../core/base/text/plainText';

/**
 * Text that is not ours (a server's, a file's, a person's) on its way into a notification. VS Code makes links of
 * `[label](command:…)` there, so the sequence is broken.
 */
export function escapeForNotification(text: string, longest = 200): string {
  return plainText(text, longest).replace(/\]\(/g, ']\u200B(');
}

/**
 * Text that is not ours in a quick pick's label, where `$(name)` would become an icon. Never put such text into
 * `description` or `detail`: VS Code renders those as Markdown on hover and fetches the images it finds.
 */
export function escapeForLabel(text: string, longest = 200): string {
  return withoutCodicons(plainText(text, longest));
}
