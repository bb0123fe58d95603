import assert from 'node:assert/strict';
import { readWorkspaceFile } from '../../../../../src/core/base/workspace/workspaceFile';

const file = (...endpoints: readonly unknown[]): string => JSON.stringify({ endpoints });
const edge = { kind: 'proxy', name: 'edge', url: 'https://edge.example.com:8443' };
const refusal = (entry: unknown): string => readWorkspaceFile(file(entry)).refused[0]?.reason ?? 'used';

describe('workspaceFile: the file of a workspace', () => {
  it('lists endpoints, with comments, folders, and where access logs are', () => {
    const pin = 'a'.repeat(64);
    const read = readWorkspaceFile(`{
      // for all of us
      "endpoints": [
        ${JSON.stringify({ ...edge, host: 'traefik.internal', tls: { authority: 'certs/ca.pem' }, accessLogs: { endpoint: 'logs', index: 'traefik-*' } })},
        { "kind": "search", "name": "logs", "url": "https://logs.example.com/", "tls": { "fingerprint": "${pin}" } },
      ],
      "folders": { "infra": "edge" },
      "later": 1
    }`);
    assert.deepEqual(read.refused, []);
    assert.deepEqual(
      read.entries.map(({ canonical: _, ...one }) => one),
      [
        {
          ...edge,
          host: 'traefik.internal',
          authority: 'certs/ca.pem',
          accessLogs: { endpoint: 'logs', index: 'traefik-*' },
        },
        { kind: 'search', name: 'logs', url: 'https://logs.example.com', fingerprint: pin },
      ],
    );
    assert.deepEqual(read.folders, { infra: 'edge' });
  });

  it('tells the static configuration of its folder, with or without endpoints', () => {
    const told = (value: unknown) => {
      const { entries, refused, told } = readWorkspaceFile(JSON.stringify({ static: value }));
      return [entries.length, refused.map(({ reason }) => reason), told];
    };
    const options = { providers: { docker: { exposedByDefault: false } } };
    assert.deepEqual(told(options), [0, [], { options: JSON.stringify(options) }]);
    assert.deepEqual(told('deploy/traefik.yml'), [0, [], { path: 'deploy/traefik.yml' }]);
    assert.deepEqual(readWorkspaceFile('{ "folders": {} } // nothing else').refused, []);
    const problem = 'It is neither options nor a path.';
    for (const value of [7, null, [], '', 'https://a.test/traefik.yml', 'file:///etc/traefik.yml', 'C:\\traefik.yml'])
      assert.deepEqual(told(value), [0, [], { problem }], String(value));
    const both = readWorkspaceFile(JSON.stringify({ endpoints: [edge], static: 7 }));
    assert.deepEqual([both.entries.length, both.refused.length, both.told], [1, 0, { problem }]);
  });

  it('refuses every entry that may hold a secret or skip verification, and uses the others', () => {
    for (const more of [
      { auth: { type: 'basic', username: 'a', password: 'b' } },
      { headers: { Authorization: 'Bearer x' } },
      { token: 'x' },
      { tls: { client: { type: 'pem', file: 'c.pem' } } },
      { tls: { trust: { type: 'anyone' } } },
      { tls: { insecure: true } },
    ]) {
      assert.match(refusal({ ...edge, ...more }), /may not be in this file/, JSON.stringify(more));
    }
    assert.match(refusal({ ...edge, url: 'https://ann:pw@edge.example.com' }), /user name or password/);
    assert.match(
      refusal({ ...edge, url: 'https://edge.example.com/eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl' }),
      /key/,
    );
    const read = readWorkspaceFile(file({ ...edge, token: 'x' }, { ...edge, name: 'other' }));
    assert.deepEqual([read.entries.length, read.refused[0]?.name], [1, 'edge']);
  });

  it('says which member of an entry is not valid', () => {
    assert.match(refusal({ ...edge, name: '' }), /“name” is missing or not valid/);
    assert.match(refusal({ ...edge, kind: 'database' }), /“kind”/);
    assert.match(refusal({ ...edge, tls: { fingerprint: 'ab' } }), /“tls.fingerprint”/);
    assert.match(refusal({ ...edge, url: 'ftp://edge' }), /http and https/);
    assert.match(refusal({ ...edge, host: 'a\r\nb' }), /“host”/);
    assert.match(refusal({ ...edge, tls: { authority: 'a', fingerprint: 'a'.repeat(64) } }), /not both/);
    assert.match(refusal(7), /not valid/);
  });

  it('takes nothing that is not among the members of an entry, whatever they are called', () => {
    const read = readWorkspaceFile(
      '{"endpoints":[{"__proto__":{"url":"http://evil.example"},"kind":"proxy","name":"a"}]}',
    );
    assert.deepEqual(read.entries, []);
    assert.equal(read.refused.length, 1);
  });

  it('refuses a file as a whole that is not JSON, lists too many, or is nested too deep', () => {
    const whole = (text: string): string => readWorkspaceFile(text).refused[0]?.reason ?? '';
    assert.match(whole('{"endpoints": [}'), /not valid JSON \(line 1/);
    assert.match(whole('[]'), /“endpoints”/);
    assert.match(whole(file(...Array.from({ length: 201 }, () => edge))), /more than 200/);
    assert.match(whole('['.repeat(200_000)), /not valid JSON/);
  });

  it('shows names as one visible line', () => {
    const [entry] = readWorkspaceFile(file({ ...edge, name: 'a\u202eb\nc' })).entries;
    assert.equal(entry?.name, 'ab c');
  });

  it('knows an entry again, whatever the order of its members, and any change in it', () => {
    const of = (entry: unknown): string => readWorkspaceFile(file(entry)).entries[0]?.canonical ?? '';
    const { kind, name, url } = edge;
    assert.equal(of({ url, name, kind }), of(edge));
    assert.notEqual(of({ ...edge, host: 'other' }), of(edge));
    assert.notEqual(of({ ...edge, name: 'edge 2' }), of(edge));
  });
});
