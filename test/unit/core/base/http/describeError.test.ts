import assert from 'node:assert/strict';
import { type FailureKind, RequestFailure } from '../../../../../src/core/base/errors/failure';
import { describeError } from '../../../../../src/core/base/http/describeError';
import type { RequestContext } from '../../../../../src/core/base/http/requestContext';
import { endpointAt } from './endpointAt';

const attempt: RequestContext = {
  endpoint: endpointAt('https://edge.example.test:8443/base'),
  from: 'local',
  stage: 'connecting',
};
const coded = (code: string, message = 'said by the system') => Object.assign(new Error(message), { code });

describe('describeError', () => {
  const cases: readonly (readonly [code: string, FailureKind, RegExp])[] = [
    ['EAI_AGAIN', 'hostNotFound', /^The host edge\.example\.test was not found\.$/],
    ['EHOSTUNREACH', 'unreachable', /cannot be reached/],
    ['ENETUNREACH', 'unreachable', /cannot be reached/],
    ['EACCES', 'unreachable', /^The system did not allow a connection to https:/],
    ['ETIMEDOUT', 'timedOut', /did not accept the connection in time/],
    ['ECONNRESET', 'reset', /closed the connection without a response/],
    ['EPIPE', 'reset', /closed the connection/],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'tls', /an authority that is not trusted/],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'tls', /not trusted/],
    ['CERT_NOT_YET_VALID', 'tls', /not valid yet/],
    ['CERT_REVOKED', 'tls', /cannot be accepted \(CERT_REVOKED\)/],
    ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'tls', /requires a client certificate/],
    [
      'ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR',
      'tls',
      /^A secure connection to https:\/\/edge\.example\.test:8443 could not be established\.$/,
    ],
    ['ERR_SSL_UNSUPPORTED_PROTOCOL', 'tls', /does not support TLS 1\.2 or 1\.3\.$/],
    ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'tls', /does not support TLS/],
    ['EPROTO', 'tls', /could not be established/],
    ['HPE_INVALID_CONSTANT', 'malformed', /is not HTTP/],
    ['Z_DATA_ERROR', 'malformed', /is corrupted/],
    ['EMFILE', 'unreachable', /cannot be reached/],
  ];
  for (const [code, kind, sentence] of cases) {
    it(`${code} is ${kind}`, () => {
      const { failure } = describeError(coded(code), attempt);
      assert.equal(failure.kind, kind);
      assert.equal(failure.code, code);
      assert.match(failure.sentence, sentence);
      assert.equal(failure.detail, 'said by the system');
    });

    it(`${code} of a proxy is proxy`, () => {
      const { failure } = describeError(coded(code), { ...attempt, proxy: 'http://proxy.example.test:3128' });
      assert.equal(failure.kind, 'proxy');
      assert.match(failure.sentence, /proxy\.example\.test/);
      assert.doesNotMatch(failure.sentence, /edge\.example\.test/);
      assert.match(failure.nextStep, /http\.proxy/);
    });
  }

  it('does not know an error without a code, and says what can be said', () => {
    const { failure } = describeError('odd', { ...attempt, stage: 'waiting' });
    assert.equal(failure.kind, 'reset');
    assert.equal('code' in failure, false);
    assert.equal('detail' in failure, false);
  });

  it('finds the code in a cause, and in the first of several', () => {
    const error = new Error('outer', { cause: new AggregateError([coded('ECONNREFUSED'), coded('ETIMEDOUT')]) });
    assert.equal(describeError(error, attempt).failure.kind, 'refused');
    const endless = new Error('endless');
    endless.cause = endless;
    assert.equal(describeError(endless, attempt).failure.kind, 'unreachable');
  });

  it('says where it was tried from', () => {
    const from: RequestContext = { ...attempt, from: 'ssh' };
    for (const code of ['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'ETIMEDOUT']) {
      assert.match(describeError(coded(code), from).failure.sentence, / Requests are sent from the SSH host\.$/);
    }
  });

  it('gives OpenSSL’s reason rather than its message', () => {
    const message = '40D7:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:../ssl3_record.c:354:\n';
    const error = Object.assign(coded('ERR_SSL_WRONG_VERSION_NUMBER', message), { reason: 'wrong version number' });
    assert.equal(describeError(error, attempt).failure.detail, 'wrong version number');
  });

  it('repeats what a certificate says as one clean line', () => {
    const error = coded('ERR_TLS_CERT_ALTNAME_INVALID', 'not in: DNS:evil\u202e\r\n[x](command:y)');
    const { failure } = describeError(error, attempt);
    assert.equal(failure.detail, 'not in: DNS:evil [x](command:y)');
    assert.doesNotMatch(failure.sentence + failure.nextStep, /command/);
  });

  it('leaves a failure as it is', () => {
    const failure = new RequestFailure({ kind: 'tooLarge', sentence: 'Too large.', nextStep: 'Ask for less.' });
    assert.equal(describeError(failure, attempt), failure);
  });
});
