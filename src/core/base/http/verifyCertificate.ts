import { createHash, type X509Certificate } from 'node:crypto';
import type { TLSSocket } from 'node:tls';
import * as l10n from '@vscode/l10n';
import type { SeenCertificate } from '../errors/failure';
import { plainText } from '../text/plainText';

export interface CertificateRefusal {
  readonly is: 'refused';
  /** OpenSSL's code, or how a pin is violated. */
  readonly why: string;
  readonly seen?: SeenCertificate;
}
/** The decision about a connection on which the client has sent nothing yet. */
type Verdict = { readonly is: 'trusted' } | CertificateRefusal;

/** The server's certificate is not the pinned one. */
export const otherCertificateCode = 'other certificate';
/** The server sent the pinned authority's certificate, but that authority did not issue the server's certificate. */
export const notIssued = 'not issued';

/**
 * Judges the server after the handshake, which has proved that the server has the key of its own certificate. Node.js
 * has verified that certificate by the authorities of the connection's context and by its name; the result is in
 * `authorized`.
 *
 * Node.js must not end the connection (`rejectUnauthorized: false`), because the certificate would then be unknown. So
 * nothing may be sent before one of these functions returns `trusted`.
 */
export function judgeCertificate(socket: TLSSocket): Verdict {
  if (socket.authorized) return { is: 'trusted' };
  const chain = shownBy(socket);
  return { is: 'refused', why: codeOf(socket), ...seenIn(chain) };
}

/**
 * Judges a server with a pinned certificate like `judgeCertificate`.
 *
 * @param authority the pinned authority, if it is the only one that the connection's context trusts
 * @returns `askAgain` if the server sent the pinned authority's certificate, which proves nothing: connect again and
 * trust only it
 */
export function judgePinnedCertificate(
  socket: TLSSocket,
  fingerprint: string,
  authority: X509Certificate | undefined,
): Verdict | { readonly is: 'askAgain'; readonly authority: X509Certificate } {
  const chain = shownBy(socket);
  const [own] = chain;
  // The pinned certificate itself: the handshake has proved all that is needed, whatever its names and dates.
  if (own !== undefined && fingerprintOf(own.raw) === fingerprint) return { is: 'trusted' };
  if (own !== undefined && authority !== undefined) {
    // Checked here, too: a patch of `tls`, such as VS Code's, may have added authorities to the context.
    if (!isVouchedFor(own, chain, authority)) return { is: 'refused', why: notIssued, ...seenIn(chain) };
    return socket.authorized ? { is: 'trusted' } : { is: 'refused', why: codeOf(socket) };
  }
  const pinned = chain.find(({ raw }) => fingerprintOf(raw) === fingerprint);
  return pinned === undefined
    ? { is: 'refused', why: otherCertificateCode, ...seenIn(chain) }
    : { is: 'askAgain', authority: pinned };
}

/** Node.js has a code here, although its types say error. */
const codeOf = ({ authorizationError }: TLSSocket): string => String(authorizationError ?? '');

/** Real chains have two to four. A server may send hundreds, whose signatures would take seconds to verify. */
const mostShown = 8;

/** The first certificates that the server sent, in order, its own first. Node.js returns them only once. */
function shownBy(socket: TLSSocket): readonly X509Certificate[] {
  const chain: X509Certificate[] = [];
  let at = socket.getPeerX509Certificate();
  for (; at !== undefined && chain.length < mostShown; at = at.issuerCertificate) chain.push(at);
  return chain;
}

/** The certificate to pin: the authority at the end of the chain if it signed the rest, otherwise the server's own. */
function seenIn(chain: readonly X509Certificate[]): Pick<CertificateRefusal, 'seen'> {
  const [own] = chain;
  if (own === undefined) return {};
  const authority = endOf(chain);
  const shown = authority ?? own;
  const { raw, subject, validTo } = shown;
  const name = /^CN=(.*)$/m.exec(subject ?? '')?.[1] ?? '';
  return {
    seen: {
      of: authority === undefined ? 'server' : 'authority',
      fingerprint: fingerprintOf(raw),
      isSelfSigned: isIssuedBy(shown, shown),
      name: plainText(name, 100),
      validTo: Date.parse(validTo),
    },
  };
}

/** The self-signed authority to which signatures lead from the server's own certificate. */
function endOf(chain: readonly X509Certificate[]): X509Certificate | undefined {
  for (const issuers of issuersAbove(chain)) {
    const end = issuers.find((one) => isIssuedBy(one, one));
    if (end !== undefined) return end;
  }
  return undefined;
}

/** Whether signatures lead from the server's own certificate to `authority`, through authorities of the chain. */
function isVouchedFor(own: X509Certificate, chain: readonly X509Certificate[], authority: X509Certificate): boolean {
  if (isIssuedBy(own, authority)) return true;
  for (const [issuer] of issuersAbove(chain)) {
    if (issuer !== undefined && isIssuedBy(issuer, authority)) return true;
  }
  return false;
}

/** The certificates that issued the server's own, then those that issued the first of these, and so on. */
function issuersAbove(chain: readonly X509Certificate[]): readonly (readonly X509Certificate[])[] {
  const left = new Set(chain);
  const above: (readonly X509Certificate[])[] = [];
  for (let [at] = chain; at !== undefined; ) {
    left.delete(at);
    const current: X509Certificate = at;
    const issuers = [...left].filter((one) => one.ca && isIssuedBy(current, one));
    above.push(issuers);
    [at] = issuers;
  }
  return above;
}

function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  try {
    return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
  } catch {
    return false;
  }
}

/** The SHA-256 of a certificate's DER, as stored in the endpoint's record. */
export function fingerprintOf(der: Uint8Array): string {
  return createHash('sha256').update(der).digest('hex');
}

/**
 * Reads a pasted fingerprint: with or without colons or spaces, in upper or lower case, and with the prefixes of
 * OpenSSL (`sha256 Fingerprint=`) and other tools (`SHA256:`).
 *
 * @returns the fingerprint, or `problem`: a sentence with what to paste instead.
 */
export function readFingerprint(text: string): { readonly fingerprint: string } | { readonly problem: string } {
  const digits = text
    .replace(/^.*=/, '')
    .replace(/^\s*sha-?256:/i, '')
    .replace(/[\s:-]/g, '')
    .toLowerCase();
  if (/^[0-9a-f]{64}$/.test(digits)) return { fingerprint: digits };
  return /^[0-9a-f]{40}$/.test(digits)
    ? {
        problem: l10n.t('This is a SHA-1 fingerprint. Enter the SHA-256 fingerprint, which has 64 hexadecimal digits.'),
      }
    : { problem: l10n.t('A SHA-256 fingerprint has 64 hexadecimal digits, with or without colons.') };
}
