import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes, sign, X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { bitString, der, integer, oid, sequence } from './der';

/** A certificate and its private key, as PEM texts. */
export interface Identity {
  readonly cert: string;
  readonly key: string;
}

/** Signs certificates; itself trusted by whoever has its `cert`. */
export interface Authority {
  readonly cert: string;
  /** An authority below this one. */
  below(name: string): Authority;
  /** A certificate for `names` (host names and IPv4 addresses), valid from the day before yesterday until `notAfter`. */
  issue(names: readonly string[], notAfter?: Date): Identity;
}

const hourMs = 3_600_000;
const tomorrow = () => new Date(Date.now() + 24 * hourMs);

/**
 * Makes an authority that exists for one test run. Node can read X.509 but not write it, so this writes the DER of
 * RFC 5280, section 4.1: no key has to be kept in the repository, and no certificate of the tests ever expires.
 */
export function makeAuthority(name = 'Proxy Scout test authority'): Authority {
  const { publicKey, privateKey } = newKeys();
  return authority(name, publicKey, privateKey, { issuer: name, issuerKey: privateKey });
}

function authority(
  name: string,
  publicKey: KeyObject,
  privateKey: KeyObject,
  by: { readonly issuer: string; readonly issuerKey: KeyObject },
): Authority {
  return {
    cert: certificate({ subject: name, publicKey, ...by, isAuthority: true }),
    below(lower) {
      const keys = newKeys();
      return authority(lower, keys.publicKey, keys.privateKey, { issuer: name, issuerKey: privateKey });
    },
    issue(names, notAfter) {
      const keys = newKeys();
      return {
        cert: certificate({
          subject: names[0] ?? 'nobody',
          names,
          publicKey: keys.publicKey,
          issuer: name,
          issuerKey: privateKey,
          isAuthority: false,
          ...(notAfter === undefined ? {} : { notAfter }),
        }),
        key: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      };
    },
  };
}

/** A certificate for `names` that the holder of another one signed with its key, though it is no authority. */
export function forge(by: Identity, names: readonly string[]): Identity {
  const { publicKey, privateKey } = newKeys();
  const issuer = /^CN=(.*)$/m.exec(new X509Certificate(by.cert).subject)?.[1] ?? '';
  const issuerKey = createPrivateKey(by.key);
  return {
    cert: certificate({ subject: names[0] ?? 'nobody', names, publicKey, issuer, issuerKey, isAuthority: false }),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/** A certificate that vouches for itself. */
export function makeSelfSigned(names: readonly string[]): Identity {
  const { publicKey, privateKey } = newKeys();
  const subject = names[0] ?? 'nobody';
  return {
    cert: certificate({ subject, names, publicKey, issuer: subject, issuerKey: privateKey, isAuthority: false }),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

const newKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });

function certificate(of: {
  readonly subject: string;
  readonly names?: readonly string[];
  readonly publicKey: KeyObject;
  readonly issuer: string;
  readonly issuerKey: KeyObject;
  readonly isAuthority: boolean;
  readonly notAfter?: Date;
}): string {
  const signedWith = sequence(oid('1.2.840.10045.4.3.2')); // ecdsa-with-SHA256
  const extensions = [
    extension('2.5.29.19', true, sequence(...(of.isAuthority ? [der(0x01, Buffer.of(0xff))] : []))), // basicConstraints
    ...(of.names === undefined ? [] : [extension('2.5.29.17', false, sequence(...of.names.map(generalName)))]), // subjectAltName
  ];
  const body = sequence(
    der(0xa0, integer(Buffer.of(2))), // version 3
    integer(Buffer.concat([Buffer.of(0x01), randomBytes(15)])),
    signedWith,
    commonName(of.issuer),
    sequence(time(new Date(Date.now() - 48 * hourMs)), time(of.notAfter ?? tomorrow())),
    commonName(of.subject),
    of.publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions)),
  );
  const signature = sign('sha256', body, of.issuerKey);
  const lines =
    sequence(body, signedWith, bitString(signature))
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}

const time = (date: Date): Buffer =>
  der(
    0x18,
    Buffer.from(
      `${date
        .toISOString()
        .replace(/\.\d+Z$/, '')
        .replace(/[-:T]/g, '')}Z`,
    ),
  );
const commonName = (name: string): Buffer =>
  sequence(der(0x31, sequence(oid('2.5.4.3'), der(0x0c, Buffer.from(name, 'utf8')))));
const extension = (id: string, critical: boolean, value: Buffer): Buffer =>
  sequence(oid(id), ...(critical ? [der(0x01, Buffer.of(0xff))] : []), der(0x04, value));
const generalName = (name: string): Buffer =>
  isIP(name) === 4 ? der(0x87, Buffer.from(name.split('.').map(Number))) : der(0x82, Buffer.from(name, 'latin1'));
