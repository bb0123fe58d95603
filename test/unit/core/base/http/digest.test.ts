import assert from 'node:assert/strict';
import {
  challengesOf,
  type DigestChallenge,
  digestAnswer,
  digestChallengeOf,
} from '../../../../../src/core/base/http/login';
import { readRecordings } from '../../../../recordings/read';

/** The examples of RFC 7616, section 3.9.1, and of RFC 2617, section 3.5, and of RFC 2069 as corrected (erratum 749). */
const nonce = '7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v';
const opaque = 'FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS';
const cnonce = 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ';
const old = { nonce: 'dcd98b7102dd2f0e8b11d0f600bfb0c093', opaque: '5ccc069c403ebaf9f0171e9517f40e41' };

const challengeOf = (header: string): DigestChallenge => {
  const challenge = digestChallengeOf(header);
  assert.ok(challenge !== undefined, header);
  return challenge;
};
const answered = (
  header: string,
  user: { username: string; password: string },
  request: { uri: string; cnonce: string; count?: number },
) => {
  const [answer, ...others] = challengesOf(
    digestAnswer(challengeOf(header), user, { method: 'GET', count: 1, ...request }),
  );
  assert.equal(answer?.scheme, 'digest');
  assert.deepEqual(others, []);
  return Object.fromEntries(answer.parameters);
};

describe('digest: a Digest answer', () => {
  const mufasa = { username: 'Mufasa', password: 'Circle of Life' };

  for (const [algorithm, response] of [
    ['MD5', '8ca523f5e9506fed4657c9700eebdbec'],
    ['SHA-256', '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
  ]) {
    it(`is that of RFC 7616 for ${algorithm}`, () => {
      const header = `Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=${algorithm}, nonce="${nonce}", opaque="${opaque}"`;
      assert.deepEqual(answered(header, mufasa, { uri: '/dir/index.html', cnonce }), {
        username: 'Mufasa',
        realm: 'http-auth@example.org',
        nonce,
        uri: '/dir/index.html',
        algorithm,
        qop: 'auth',
        nc: '00000001',
        cnonce,
        response,
        opaque,
      });
    });
  }

  it('is that of RFC 2617, where no algorithm is named', () => {
    const header = `Digest realm="testrealm@host.com", qop="auth,auth-int", nonce="${old.nonce}", opaque="${old.opaque}"`;
    const user = { ...mufasa, password: 'Circle Of Life' };
    const answer = answered(header, user, { uri: '/dir/index.html', cnonce: '0a4f113b' });
    assert.equal(answer.response, '6629fae49393a05397450978507c4ef1');
    assert.equal(answer.algorithm, undefined);
  });

  it('is that of RFC 2069 for a server that knows no more', () => {
    const header = `Digest realm="testrealm@host.com", nonce="${old.nonce}", opaque="${old.opaque}"`;
    const answer = answered(
      header,
      { username: 'Mufasa', password: 'CircleOfLife' },
      { uri: '/dir/index.html', cnonce: 'x' },
    );
    assert.equal(answer.response, '1949323746fe6a43ef61f9606e7febea');
    for (const name of ['qop', 'nc', 'cnonce']) assert.equal(answer[name], undefined);
  });

  it('binds a session to both nonces where the algorithm says so', () => {
    const header = `Digest realm="r", qop="auth", algorithm=MD5-sess, nonce="${old.nonce}"`;
    const user = { username: 'u', password: 'p' };
    const answer = answered(header, user, { uri: '/', cnonce: '0a4f113b' });
    // md5(md5(md5('u:r:p') + ':' + nonce + ':0a4f113b') + ':' + nonce + ':00000001:0a4f113b:auth:' + md5('GET:/'))
    assert.equal(answer.response, '142ff79443539dabc28e0197cddf848d');
    assert.equal(answer.algorithm, 'MD5-sess');
  });

  it('hashes the user’s name where it is asked to, and else writes it in UTF-8', () => {
    const user = { username: 'Jäsøn Doe', password: 'Secret, or not?' };
    const header = `Digest realm="api@example.org", qop="auth", algorithm=SHA-256, nonce="n", charset=UTF-8`;
    const hidden = answered(`${header}, userhash=true`, user, { uri: '/doe.json', cnonce: 'c' });
    assert.equal(hidden.username, '5a1a8a47df5c298551b9b42ba9b05835174a5bd7d511ff7fe9191d8e946fc4e7');
    assert.equal(hidden.userhash, 'true');
    const shown = answered(header, user, { uri: '/doe.json', cnonce: 'c' });
    assert.equal(shown['username*'], "UTF-8''J%C3%A4s%C3%B8n%20Doe");
    assert.equal(shown.username, undefined);
    assert.equal(shown.response, hidden.response);
  });

  it('carries a user’s name that no text can have as it hashes it', () => {
    const header = 'Digest realm="r", qop="auth", nonce="n"';
    const broken = answered(header, { username: 'a\uD800', password: 'p' }, { uri: '/', cnonce: 'c' });
    const whole = answered(header, { username: 'a\uFFFD', password: 'p' }, { uri: '/', cnonce: 'c' });
    assert.deepEqual(broken, whole);
  });

  it('cannot be broken out of by what the server or the person wrote', () => {
    const header = String.raw`Digest realm="a\", username=\"x\\", nonce="n", qop=auth`;
    const answer = answered(header, { username: 'u", uri="/', password: 'p' }, { uri: '/a?b="c\\', cnonce: 'c' });
    assert.equal(answer.realm, 'a", username="x\\');
    assert.equal(answer.username, 'u", uri="/');
    assert.equal(answer.uri, '/a?b="c\\');
  });

  it('counts in eight hexadecimal digits', () => {
    const header = 'Digest realm="r", nonce="n", qop=auth';
    assert.equal(answered(header, mufasa, { uri: '/', cnonce: 'c', count: 0xabc }).nc, '00000abc');
  });
});

describe('digest: a Digest challenge', () => {
  it('is read from what Traefik was recorded to send', () => {
    for (const name of ['traefik-3.7', 'traefik-2.11']) {
      const header = readRecordings(name).get('digest-none')?.response.headers['www-authenticate'] ?? '';
      const { realm, hash, algorithm, qop, isSession } = challengeOf(String(header));
      assert.deepEqual(
        { realm, hash, algorithm, qop, isSession },
        { realm: 'traefik', hash: 'md5', algorithm: 'MD5', qop: 'auth', isSession: false },
      );
    }
  });

  it('is the first one that can be answered', () => {
    const header = ['SHA-512-256', 'SHA-256', 'MD5']
      .map((one) => `Digest realm="r", nonce="n", algorithm=${one}`)
      .join(', ');
    assert.equal(challengeOf(`Basic realm="b", ${header}`).algorithm, 'SHA-256');
  });

  const others = [
    '',
    'Basic realm="r"',
    'Digest realm="r"',
    'Digest nonce="n"',
    'Digest realm="r", nonce="n", qop="auth-int"',
    'Digest realm="r", nonce="n", algorithm=constructor',
    'Digest realm="é", nonce="n"',
  ];
  for (const header of others) {
    it(`is not found in ${JSON.stringify(header)}`, () => assert.equal(digestChallengeOf(header), undefined));
  }
});
