import { type ChangePlan, changePlan } from '../../src/core/changePlan/changePlan';
import { readFileProvider } from '../../src/core/config/file/readFileProvider';
import type { ConfigGroup } from '../../src/core/config/files/readConfigFiles';
import type { Inventory } from '../../src/core/proxy/model/inventory';
import { type ChangeCase, inventoryOf } from './cases';

interface PlannedCase {
  readonly before: Inventory;
  readonly plan: ChangePlan;
}

/** Plans the change of a case from its input alone: `files`, `file`, `after`, and `apiBefore`. */
export async function planCase(
  { files, file, after, apiBefore }: Pick<ChangeCase, 'files' | 'file' | 'after' | 'apiBefore'>,
  version: string,
): Promise<PlannedCase> {
  const before = inventoryOf(apiBefore, version);
  const plan = await changePlan(before, [folderOf(files)], [folderOf({ ...files, [file]: after })]);
  return { before, plan };
}

/** The files of a directory that the file provider watches. */
function folderOf(texts: ChangeCase['files']): ConfigGroup {
  const files = Object.entries(texts).map(([path, text]) => ({ path, text }));
  return { key: 'file', source: { provider: 'file', isOurs: true }, files, ...readFileProvider(files) };
}
