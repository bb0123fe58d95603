/** @file Finds a Chromium for the workbench: the system's, or one from npm. */
import { spawn } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root } from '../setup.mjs';
import { cached } from './cache.mjs';

/**
 * A Chromium that can be started: `CHROME_PATH`, else one in PATH, else npm's, unpacked into the cache on first use.
 *
 * @returns {Promise<{ executablePath: string, env: Record<string, string> }>} `env` is to be added to the browser's own
 */
export async function findChromium() {
  const system = process.env.CHROME_PATH ?? inPath();
  if (system !== undefined) return { executablePath: system, env: {} };
  const { version } = JSON.parse(readFileSync(join(root, 'node_modules/@sparticuz/chromium/package.json'), 'utf8'));
  const folder = await cached(`chromium-${version}`, unpack);
  // The package is made for a bare Amazon Linux: it brings the system libraries and fonts that Chromium needs.
  return {
    executablePath: join(folder, 'chromium'),
    env: { LD_LIBRARY_PATH: join(folder, 'al2023/lib'), FONTCONFIG_FILE: fontsOf(folder) },
  };
}

/**
 * Writes which fonts Chromium finds: the package's own and the system's. The list that the package brings names folders
 * that exist in Amazon's cloud only, and a Chromium without a single font ends as soon as it has to draw a rare character.
 */
function fontsOf(folder) {
  const file = join(folder, 'fonts.conf');
  const dirs = [join(folder, 'fonts'), '/usr/share/fonts', '/usr/local/share/fonts'].map((dir) => `<dir>${dir}</dir>`);
  const text = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  ${dirs.join('')}
  <cachedir>${join(folder, 'fonts-cache')}</cachedir>
</fontconfig>
`;
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
  return file;
}

function inPath() {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * The package unpacks itself into the temporary folder, which other users may write to, and its libraries only if it
 * believes to be in Amazon's cloud: a process of its own is told both.
 */
async function unpack(folder) {
  console.error('Unpacking Chromium from npm, once …');
  const program = "import chromium from '@sparticuz/chromium'; await chromium.executablePath();";
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: root,
    env: { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  if (code !== 0) throw new Error('Chromium from npm could not be unpacked.');
}
