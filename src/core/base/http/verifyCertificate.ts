import type { X509Certificate } from 'node:crypto';
import type { TLSSocket } from 'node:tls';
import type { SeenCertificate } from '../errors/failure';
import { plainText } from '../text/plainText';
import { fingerprintOf } from './fingerprint';

/** The server is not whom it should be. */
export interface CertificateRefusal {
  readonly is: 'refused';
  /** OpenSSL's code, or what of a pin is not fulfilled. */
  readonly why: string;
  readonly seen?: SeenCertificate;
}
/** What is to become of a connection on which nothing was sent yet. */
type Verdict = { readonly is: 'trusted' } | CertificateRefusal;
/** The server shows the pinned authority's certificate. That proves nothing: a connection that trusts it alone will tell. */
interface AskAgain {
  readonly is: 'askAgain';
  readonly authority: X509Certificate;
}

/** The server shows another certificate than the pinned one. */
export const OTHER_CERTIFICATE = 'other certificate';
/** The server shows the pinned authority's certificate and one that this authority did not issue. */
export const NOT_ISSUED = 'not issued';

/**
 * Judges who answers on a connection whose handshake is done. The handshake has proved that the server holds the key of
 * its own certificate, and Node has verified that one by the authorities of the connection's context and by its name;
 * what came of it is in `authorized`.
 *
 * A connection is made without having Node end it (`rejectUnauthorized: false`), because then nobody could say what was
 * shown. So nothing may be sent before one of these says `trusted`.
 */
export function judgeCertificate(socket: TLSSocket): Verdict {
  if (socket.authorized) return { is: 'trusted' };
  const chain = shownBy(socket);
  return { is: 'refused', why: codeOf(socket), ...seenIn(chain) };
}

/**
 * The same for a server of which a certificate is pinned.
 *
 * @param authority the pinned authority, where it is the only one that the connection's context trusts
 */
export function judgePinnedCertificate(
  socket: TLSSocket,
  fingerprint: string,
  authority: X509Certificate | undefined,
): Verdict | AskAgain {
  const chain = shownBy(socket);
  const [own] = chain;
  // The very certificate: the handshake has proved all there is to prove, whatever it says of names and dates.
  if (own !== undefined && fingerprintOf(own.raw) === fingerprint) return { is: 'trusted' };
  if (own !== undefined && authority !== undefined) {
    // Looked at here too: whatever patches `tls`, as VS Code does, may have added authorities to the context.
    if (!isVouchedFor(own, chain, authority)) return { is: 'refused', why: NOT_ISSUED, ...seenIn(chain) };
    return socket.authorized ? { is: 'trusted' } : { is: 'refused', why: codeOf(socket) };
  }
  const pinned = chain.find(({ raw }) => fingerprintOf(raw) === fingerprint);
  return pinned === undefined
    ? { is: 'refused', why: OTHER_CERTIFICATE, ...seenIn(chain) }
    : { is: 'askAgain', authority: pinned };
}

/** Node tells the code here, which its types call an error. */
const codeOf = ({ authorizationError }: TLSSocket): string => String(authorizationError ?? '');

/** Real chains have two to four. A server may show hundreds, and have us spend seconds on verifying their signatures. */
const MOST_SHOWN = 8;

/** The first certificates that the server sent, in their order, its own first. Node hands them out once. */
function shownBy(socket: TLSSocket): readonly X509Certificate[] {
  const chain: X509Certificate[] = [];
  let at = socket.getPeerX509Certificate();
  for (; at !== undefined && chain.length < MOST_SHOWN; at = at.issuerCertificate) chain.push(at);
  return chain;
}

/** What a person may pin: the authority at the end of the chain where it vouches for the rest, else the server's own. */
function seenIn(chain: readonly X509Certificate[]): Pick<CertificateRefusal, 'seen'> {
  const [own] = chain;
  if (own === undefined) return {};
  const authority = endOf(chain);
  const { raw, subject, validTo } = authority ?? own;
  const name = /^CN=(.*)$/m.exec(subject ?? '')?.[1] ?? '';
  return {
    seen: {
      of: authority === undefined ? 'server' : 'authority',
      fingerprint: fingerprintOf(raw),
      name: plainText(name, 100),
      validTo: Date.parse(validTo),
    },
  };
}

/** The authority that vouches for itself, to which signatures lead from the server's own certificate. */
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

/** Step by step, those of the chain that issued the server's own certificate, those that issued the first of them, … */
function* issuersAbove(chain: readonly X509Certificate[]): Generator<readonly X509Certificate[]> {
  const left = new Set(chain);
  for (let [at] = chain; at !== undefined; ) {
    left.delete(at);
    const current: X509Certificate = at;
    const issuers = [...left].filter((one) => one.ca && isIssuedBy(current, one));
    yield issuers;
    [at] = issuers;
  }
}

function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  try {
    return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
  } catch {
    return false;
  }
}
