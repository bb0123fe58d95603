/** The archive that Traefik makes of its version, its static configuration, and what it runs with. */
import { gzipSync } from 'node:zlib';

const blockSize = 512;

/** A plain file in a tar archive, as Go's `archive/tar` writes it (ustar). */
export function tarEntry(name: string, text: string | Buffer): Buffer {
  const content = Buffer.from(text);
  const header = Buffer.alloc(blockSize);
  const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, '0')}\0`;
  header.write(name, 0);
  header.write(octal(0o600, 7), 100);
  header.write(octal(0, 7), 108);
  header.write(octal(0, 7), 116);
  header.write(octal(content.length, 11), 124);
  header.write(octal(0, 11), 136);
  header.write(' '.repeat(8), 148);
  header.write('0', 156);
  header.write('ustar\x0000', 257, 'latin1');
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${octal(sum, 6)} `, 148);
  const padding = Buffer.alloc((blockSize - (content.length % blockSize)) % blockSize);
  return Buffer.concat([header, content, padding]);
}

/** pkg/api/handler_support_dump.go: the last of its files is not anonymized. */
export function supportDumpOf(staticConfig: string, runtimeConfig: string): Buffer {
  const version = '{"version":"3.7.9","codename":"sample","startDate":"2026-07-24T08:00:00Z"}';
  return gzipSync(
    Buffer.concat([
      tarEntry('version.json', version),
      tarEntry('static-config.json', staticConfig),
      tarEntry('runtime-config.json', runtimeConfig),
      Buffer.alloc(2 * blockSize),
    ]),
  );
}
