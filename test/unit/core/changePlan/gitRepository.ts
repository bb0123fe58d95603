import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A real repository in a temporary folder. */
export interface TestRepository {
  readonly folder: string;
  git(...args: readonly string[]): string;
  /** Writes files of the work tree, by their paths. */
  write(files: Readonly<Record<string, string>>): void;
  /** Commits everything. @returns the ID */
  commit(): string;
  remove(): void;
}

/** Where nothing of the machine's configuration is read. */
const quiet = { GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' };

export function makeRepository(files: Readonly<Record<string, string>> = {}): TestRepository {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'proxy-scout-git-')));
  const git = (...args: readonly string[]): string => {
    const settings = ['-c', 'user.name=t', '-c', 'user.email=t@t.test', '-c', 'protocol.file.allow=always'];
    const env = { PATH: process.env.PATH, ...quiet };
    return execFileSync('git', [...settings, ...args], { cwd: folder, encoding: 'utf8', stdio: 'pipe', env });
  };
  const write = (texts: Readonly<Record<string, string>>): void => {
    for (const [path, text] of Object.entries(texts)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
  };
  const commit = (): string => {
    git('add', '-A');
    git('commit', '-q', '--allow-empty', '-m', 'a');
    return git('rev-parse', 'HEAD').trim();
  };
  git('init', '-q', '-b', 'main');
  write(files);
  if (Object.keys(files).length > 0) commit();
  return { folder, git, write, commit, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** The environment of a program that reads a repository of a test. */
export const gitEnvironment: NodeJS.ProcessEnv = {
  PATH: process.env.PATH,
  SystemRoot: process.env.SystemRoot,
  ...quiet,
};
