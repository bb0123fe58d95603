import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SourceFile } from '../../../src/core/config/source/placedText';
import type { ProgramFigures } from './figures';

/** A file that stands beside, and what is said of it. */
const goodFile = {
  path: 'z-good.yml',
  text: 'http:\n  routers:\n    good: {rulee: Host(`good.test`), service: good}\n',
};
const toldOfGood = 'z-good.yml:3:';
const patienceMs = 120_000;
/** Bytes of each stream that are kept. */
const keptOutput = 3_000_000;

/**
 * Runs `proxy-scout check .` over a hostile file with a good one beside it.
 *
 * @param program the built program; see run.mjs
 */
export async function runProgram(program: string, name: string, file: SourceFile): Promise<ProgramFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'proxy-scout-fuzz-'));
  try {
    for (const { path, text } of [{ ...file, path: file.path.replace(/.*\//, '') }, goodFile])
      writeFileSync(join(folder, path), text);
    const args = [
      '--max-old-space-size=1000',
      '--require',
      join(import.meta.dirname, 'counting/usage.main.js'),
      program,
      'check',
      '.',
    ];
    const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe', 'pipe'] });
    const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs);
    const streams = [1, 2, 3].map((number) => {
      const kept = { text: '', bytes: 0 };
      child.stdio[number]?.on('data', (piece: Buffer) => {
        kept.bytes += piece.length;
        if (kept.text.length < keptOutput) kept.text += piece;
      });
      return kept;
    });
    const code = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve));
    clearTimeout(timer);
    const [stdout, stderr, usage] = streams;
    return {
      name,
      code: code ?? undefined,
      cpuS: usage === undefined || usage.text === '' ? undefined : Number(usage.text),
      printed: (stdout?.bytes ?? 0) + (stderr?.bytes ?? 0),
      isTold: stderr !== undefined && stderr.text !== '' && !stderr.text.includes('This should not happen'),
      tellsGood: stdout?.text.includes(toldOfGood) === true,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
