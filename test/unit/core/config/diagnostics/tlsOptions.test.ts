import assert from 'node:assert/strict';
import { checkConfigGroups } from '../../../../../src/core/config/files/diagnostics';
import { readConfigFiles } from '../../../../../src/core/config/files/readConfigFiles';

function toldOf(path: string, text: string): readonly string[] {
  return checkConfigGroups(readConfigFiles([{ path, text }]), {}).map(
    ({ severity, code, range }) => `${severity} ${code} ${text.slice(range.start, range.end)}`,
  );
}

const options = (spec: string, user = ''): string =>
  `http: { routers: { r: { rule: Host(\`a.test\`), service: api@internal, tls: { ${user} } } } }\ntls: { options: { o: { ${spec} } } }\n`;
const object = (spec: string): string =>
  `apiVersion: traefik.io/v1alpha1\nkind: TLSOption\nmetadata: { name: o, namespace: a }\nspec: { ${spec} }\n`;

describe('tlsOptions: values of TLS options', () => {
  const wrong = 'cipherSuites: [TLS_X, TLS_Y], curvePreferences: [P256], clientAuth: { clientAuthType: Any }';

  it('are told all at once, each where it is written', () => {
    const told = ['TLS_X', 'TLS_Y', 'P256', 'Any'].map((one) => `object.value ${one}`);
    for (const text of [options(wrong), object(wrong)]) {
      const path = text.startsWith('http') ? 'dyn.yml' : 'o.yml';
      assert.deepEqual(
        toldOf(path, text),
        told.map((one) => `warning ${one}`),
      );
    }
    assert.deepEqual(toldOf('dyn.yml', options(wrong, 'options: o')), [
      'error object.value o',
      ...told.map((one) => `warning ${one}`),
    ]);
  });

  it('have versions that Traefik knows, or they count for nothing', () => {
    const versions = 'minVersion: TLS13, maxVersion: VersionTLS14';
    for (const text of [options(versions), object(versions)]) {
      assert.deepEqual(toldOf(text.startsWith('http') ? 'dyn.yml' : 'o.yml', text), [
        'warning object.value TLS13',
        'warning object.value VersionTLS14',
      ]);
    }
  });

  it('verify certificates of clients by those of an authority', () => {
    for (const type of ['VerifyClientCertIfGiven', 'RequireAndVerifyClientCert']) {
      const auth = (more: string): string => `clientAuth: { clientAuthType: ${type}${more} }`;
      const expected = [`warning object.value ${type}`];
      assert.deepEqual(toldOf('dyn.yml', options(auth(''))), expected);
      assert.deepEqual(toldOf('dyn.yml', options(auth(', caFiles: []'))), expected);
      assert.deepEqual(toldOf('o.yml', object(auth(''))), expected);
      assert.deepEqual(toldOf('dyn.yml', options(auth(', caFiles: [a.pem]'))), []);
      assert.deepEqual(toldOf('o.yml', object(auth(', secretNames: [a]'))), []);
    }
    assert.deepEqual(toldOf('dyn.yml', options('clientAuth: { clientAuthType: RequireAnyClientCert }')), []);
  });

  it('are right', () => {
    const right =
      'minVersion: VersionTLS12, maxVersion: "", sniStrict: true, cipherSuites: [TLS_AES_128_GCM_SHA256], curvePreferences: [CurveP521, secp384r1], alpnProtocols: [h2]';
    assert.deepEqual(toldOf('dyn.yml', options(right, 'options: o')), []);
    assert.deepEqual(toldOf('o.yml', object(right)), []);
  });
});
