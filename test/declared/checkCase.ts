import type { CheckContext } from '../../src/core/config/diagnostics/checkContext';
import { checkObjects } from '../../src/core/config/diagnostics/checkObjects';
import { readFileProvider } from '../../src/core/config/file/readFileProvider';
import type { ReadConfig } from '../../src/core/config/model/configProblem';
import type { DeclaredCase } from './cases';

/** Of all cases (test/recordings/declared/README.md, "A case"). */
const knownEntryPoints = new Map<string, 'tcp' | 'udp'>([
  ['web', 'tcp'],
  ['websecure', 'tcp'],
  ['pg', 'tcp'],
  ['traefik', 'tcp'],
  ['dns', 'udp'],
  ['syslog', 'udp'],
]);
const internalServices = new Set(['api@internal', 'dashboard@internal', 'noop@internal']);

/** Adds what the proxy of a case would say of its objects. */
export function checkCase({ context }: DeclaredCase, read: ReadConfig): ReadConfig {
  const others = readFileProvider(context.otherFiles ?? []).declarations;
  const names = new Set(others.map(({ protocol, kind, name }) => `${protocol} ${kind} ${name}`));
  const exists: CheckContext['exists'] = (protocol, kind, name) => {
    if (kind === 'service' && internalServices.has(name)) return true;
    return names.has(`${protocol} ${kind} ${name}`);
  };
  const entryPointMiddlewares =
    context.static === 'split' ? new Map([['websecure', ['sec-headers@file']]]) : new Map<string, readonly string[]>();
  const known = { entryPoints: knownEntryPoints, exists, plugins: new Set<string>(), entryPointMiddlewares };
  return { ...read, problems: [...read.problems, ...checkObjects([...read.declarations, ...others], known)] };
}
