/** The title of a code lens, with one of VS Code's icons before it. VS Code drops a plain space after an icon there. */
export function lensTitle(icon: string, title: string): string {
  return `$(${icon})\u00a0${title}`;
}
