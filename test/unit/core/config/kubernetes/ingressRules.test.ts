import assert from 'node:assert/strict';
import { readKubernetesIngress } from '../../../../../src/core/config/kubernetes/readKubernetesIngress';

function rulesOf(path: string, type: string, strictPrefixMatching?: boolean): readonly (string | undefined)[] {
  const text = `apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: { name: web, namespace: a }
spec:
  rules: [{ http: { paths: [{ path: ${path}, pathType: ${type}, backend: { service: { name: s, port: { number: 80 } } } }] } }]
`;
  const facts = strictPrefixMatching === undefined ? undefined : { strictPrefixMatching };
  const { declarations } = readKubernetesIngress([{ path: 'k.yml', text }], { facts });
  return declarations.flatMap(({ router }) => (router === undefined ? [] : [router.rule?.value]));
}

/** The cases of TestStrictPrefixMatchingRule in pkg/provider/kubernetes/ingress/kubernetes_test.go. */
describe('ingressRules: the rule of an Ingress', () => {
  it('ends where a part of the path does, if prefixes are strict', () => {
    for (const path of ['/foo', '/foo/']) {
      assert.deepEqual(rulesOf(path, 'Prefix', true), ['(Path("/foo") || PathPrefix("/foo/"))']);
      assert.deepEqual(rulesOf(path, 'ImplementationSpecific', true), ['(Path("/foo") || PathPrefix("/foo/"))']);
    }
    assert.deepEqual(rulesOf('/', 'Prefix', true), ['PathPrefix("/")']);
    assert.deepEqual(rulesOf('/foo', 'Exact', true), ['Path("/foo")']);
  });

  it('does not otherwise', () => {
    assert.deepEqual(rulesOf('/foo', 'Prefix', false), ['PathPrefix("/foo")']);
    assert.deepEqual(rulesOf('/foo/', 'Prefix'), ['PathPrefix("/foo/")']);
  });
});
