#!/usr/bin/env node
/**
 * @file Stands in for VS Code's command line (`code`): `--install-extension`, `--list-extensions` and the like, done by
 * the npm-hosted VS Code's own server. `PROXY_SCOUT_VSCODE_VERSION` says which, as for launcher.mjs.
 */
import { spawnSync } from 'node:child_process';
import { installVSCode } from './install.mjs';

const { node, server } = await installVSCode(process.env.PROXY_SCOUT_VSCODE_VERSION ?? 'current');
const { status } = spawnSync(node, [server, ...process.argv.slice(2), '--accept-server-license-terms'], {
  env: { ...process.env, EXTENSIONS_GALLERY: '{}' },
  stdio: 'inherit',
});
process.exit(status ?? 1);
