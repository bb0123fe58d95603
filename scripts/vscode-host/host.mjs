/** @file A running npm-hosted VS Code, as its users see it. Types: host.d.mts. */
import { startProgram } from '../program.mjs';

export async function startHost(program, options) {
  const { answer, ended, stop } = await startProgram(program, [
    `--version=${options.version ?? 'current'}`,
    ...(options.driver ? ['--driver'] : []),
    ...(options.vsix ?? []).map((file) => `--vsix=${file}`),
    ...(options.extensions ?? []).map((folder) => `--extension=${folder}`),
    ...(options.builtIn ?? []).map((name) => `--built-in=${name}`),
    ...(options.userDataDir === undefined ? [] : [`--user-data-dir=${options.userDataDir}`]),
    ...(options.extensionsDir === undefined ? [] : [`--extensions-dir=${options.extensionsDir}`]),
  ]);
  return { ...answer, ended, stop };
}

export function workbenchAddress({ origin, token }, { workspace, extensionPaths = [], testsPath }) {
  const address = new URL('/', origin);
  const remote = (path) => `vscode-remote://${address.host}${path}`;
  const payload = [
    ...extensionPaths.map((path) => ['extensionDevelopmentPath', remote(path)]),
    ...(testsPath === undefined ? [] : [['extensionTestsPath', remote(testsPath)]]),
  ];
  address.searchParams.set('tkn', token);
  if (workspace !== undefined) {
    address.searchParams.set(workspace.endsWith('.code-workspace') ? 'workspace' : 'folder', workspace);
  } else address.searchParams.set('ew', 'true');
  if (payload.length > 0) address.searchParams.set('payload', JSON.stringify(payload));
  return address.href;
}
