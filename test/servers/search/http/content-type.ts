import type { Dialect } from '../dialect';
import { EngineError, PlainError } from '../problem';

const accepted = [
  'application/json',
  'application/x-ndjson',
  'application/yaml',
  'application/smile',
  'application/cbor',
];
const versioned = /^application\/vnd\.elasticsearch\+(?:json|x-ndjson);\s*compatible-with=(\d+)$/i;

/** The versions of the interface that 8.x speaks. */
const spoken = ['8', '7'];

function mediaTypeRefused(headers: string, caused_by: { readonly type: string; readonly reason: string }): EngineError {
  return new EngineError({
    type: 'media_type_header_exception',
    reason: `Invalid media-type value on headers [${headers}]`,
    caused_by,
  });
}

/** The version of the interface that a header asks for. */
export function versionOf(header: string | undefined): string | undefined {
  return header === undefined ? undefined : versioned.exec(header)?.[1];
}

/** Elasticsearch wants the same version in both headers, and one that it speaks. */
function checkVersions(accept: string | undefined, contentType: string | undefined, hasBody: boolean): void {
  const [wanted, sent] = [versionOf(accept), versionOf(contentType)];
  const refuse = (reason: string) => mediaTypeRefused('Accept, Content-Type', { type: 'status_exception', reason });
  if (wanted !== undefined && !spoken.includes(wanted)) {
    throw refuse(`Accept version must be either version 8 or 7, but found ${wanted}. Accept=${accept}`);
  }
  if (!hasBody || wanted === sent) return;
  const mustMatch = wanted === '7' || sent === '7' ? ' and the compatible versions must match' : '';
  throw refuse(
    `A compatible version is required on both Content-Type and Accept headers if either one has requested a compatible version${mustMatch}. Accept=${accept}, Content-Type=${contentType}`,
  );
}

/**
 * Refuses a body whose type is not JSON.
 *
 * @throws PlainError 406, or EngineError 400 for what is no media type
 */
export function checkContentType(dialect: Dialect, headers: Readonly<Record<string, string>>, body: string): void {
  const { accept, 'content-type': contentType } = headers;
  const hasBody = body !== '';
  if (dialect.speaksVersions) checkVersions(accept, contentType, hasBody);
  if (!hasBody) return;
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (type !== '' && !type.includes('/')) {
    throw dialect.speaksVersions
      ? mediaTypeRefused('Content-Type', {
          type: 'illegal_argument_exception',
          reason: `invalid media-type [${contentType}]`,
        })
      : new EngineError({
          type: 'content_type_header_exception',
          reason: `java.lang.IllegalArgumentException: invalid Content-Type header [${contentType}]`,
          caused_by: { type: 'illegal_argument_exception', reason: `invalid Content-Type header [${contentType}]` },
        });
  }
  const isVersioned = dialect.speaksVersions && versionOf(contentType) !== undefined;
  if (!accepted.includes(type) && !isVersioned) {
    throw new PlainError(406, `Content-Type header [${contentType ?? ''}] is not supported`, true);
  }
}
