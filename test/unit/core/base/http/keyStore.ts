import { createHash, createHmac, createPrivateKey, randomBytes, X509Certificate } from 'node:crypto';
import type { Identity } from './certificates';
import { der, integer, octets, oid, sequence } from './der';

/**
 * Writes a PFX (RFC 7292) as OpenSSL 3 does: the key encrypted with AES, the whole signed with the passphrase. Node reads
 * such files and cannot write them.
 */
export function keyStore({ cert, key }: Identity, passphrase: string): Buffer {
  const encrypted = createPrivateKey(key).export({ type: 'pkcs8', format: 'der', cipher: 'aes-256-cbc', passphrase });
  return store([keyBag(encrypted), certificateBag(cert)], passphrase);
}

/** One whose key is encrypted with 40-bit RC2, as Windows Server 2016 and older wrote it. There is no key in it. */
export function oldKeyStore({ cert }: Identity, passphrase: string): Buffer {
  const rc2 = sequence(oid('1.2.840.113549.1.12.1.6'), sequence(octets(randomBytes(8)), integer(Buffer.of(0x08, 0))));
  return store([keyBag(sequence(rc2, octets(randomBytes(64)))), certificateBag(cert)], passphrase);
}

/** One that holds a certificate and no key. */
export function keylessStore({ cert }: Identity, passphrase: string): Buffer {
  return store([certificateBag(cert)], passphrase);
}

/** A bag's local key id tells OpenSSL which certificate goes with the key. */
const attributes = der(0x31, sequence(oid('1.2.840.113549.1.9.21'), der(0x31, octets(Buffer.of(1)))));
const bag = (type: string, content: Buffer): Buffer => sequence(oid(type), der(0xa0, content), attributes);
const keyBag = (encrypted: Buffer): Buffer => bag('1.2.840.113549.1.12.10.1.2', encrypted);
const certificateBag = (pem: string): Buffer =>
  bag(
    '1.2.840.113549.1.12.10.1.3',
    sequence(oid('1.2.840.113549.1.9.22.1'), der(0xa0, octets(new X509Certificate(pem).raw))),
  );
const data = (content: Buffer): Buffer => sequence(oid('1.2.840.113549.1.7.1'), der(0xa0, octets(content)));

function store(bags: readonly Buffer[], passphrase: string): Buffer {
  const safe = sequence(data(sequence(...bags)));
  const salt = randomBytes(8);
  const mac = createHmac('sha256', macKey(passphrase, salt)).update(safe).digest();
  const sha256 = sequence(oid('2.16.840.1.101.3.4.2.1'), der(0x05));
  return sequence(
    integer(Buffer.of(3)),
    data(safe),
    sequence(sequence(sha256, octets(mac)), octets(salt), integer(Buffer.of(1))),
  );
}

/** RFC 7292, appendix B.2, for one round of SHA-256 and the purpose 3. */
function macKey(passphrase: string, salt: Buffer): Buffer {
  const block = 64;
  const filled = (bytes: Buffer): Buffer => Buffer.alloc(Math.ceil(bytes.length / block) * block, bytes);
  const password = Buffer.from(`${passphrase}\0`, 'utf16le').swap16();
  return createHash('sha256')
    .update(Buffer.concat([Buffer.alloc(block, 3), filled(salt), filled(password)]))
    .digest();
}
