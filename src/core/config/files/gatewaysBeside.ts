import type { ConfigProblem } from '../model/configProblem';
import { folderOf, type SourceFile } from '../source/placedText';

const gatewayPattern = /^kind:[ \t]*["']?Gateway["']?[ \t\r]*$/m;
const ours = /gatewayClassName:.*traefik|traefik\.io\/gateway-controller/i;
/** UTF-16 units of all of them in a folder: gateways are few and short, and each file of routes reads them again. */
const longest = 20_000;

/** The files of Traefik's gateways, by their folders. Omits folders with very long ones. */
export function gatewaysByFolder(files: readonly SourceFile[]): ReadonlyMap<string, readonly SourceFile[]> {
  const found = new Map<string, SourceFile[]>();
  for (const file of files) {
    if (!/\.ya?ml$/i.test(file.path) || !gatewayPattern.test(file.text) || !ours.test(file.text)) continue;
    const folder = folderOf(file.path);
    const known = found.get(folder);
    if (known === undefined) found.set(folder, [file]);
    else known.push(file);
  }
  return new Map([...found].filter(([, own]) => own.reduce((sum, { text }) => sum + text.length, 0) <= longest));
}

/** Those in the folder of a file of routes, without the file itself. */
export function gatewaysBeside(
  [file]: readonly SourceFile[],
  gateways: ReturnType<typeof gatewaysByFolder>,
): readonly SourceFile[] {
  const own = file && gateways.get(folderOf(file.path));
  return own?.filter((one) => one !== file) ?? [];
}

/** Whether a problem is an unattached route of a file, which the gateways beside the file decide. */
export function isAttachmentOf([file]: readonly SourceFile[], { code, severity, range }: ConfigProblem): boolean {
  return code === 'kubernetes.attachment' && severity === 'error' && range.path === file?.path;
}
