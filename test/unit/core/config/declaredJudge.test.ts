/** What is a loss that nobody told, and what is a cry, in recorded cases whose log or API says it in another form. */
import assert from 'node:assert/strict';
import { readDeclaredCases } from '../../../declared/cases';
import { judgeCases } from '../../../declared/judgeCases';

function caseOf(source: string, path: string, text: string, expected: object, provider: string): object {
  const [id, about] = ['one', 'one'];
  return { id, about, source, files: [{ path, text }], context: { provider }, expected };
}

function judged(one: object): ReturnType<typeof judgeCases> {
  return judgeCases(readDeclaredCases(JSON.stringify([one])));
}

describe('declaredJudge: the judge of declared configuration', () => {
  for (const kept of ['ok', undefined]) {
    it(`finds a loss that the log writes as “container X router Y”: ${kept ?? 'alone'}`, () => {
      const protocol = 'tcp';
      const labels = [
        `traefik.${protocol}.routers.app.entrypoints=pg`,
        'traefik.tcp.services.s.loadbalancer.server.port=1',
      ];
      if (kept !== undefined) labels.push(`traefik.tcp.routers.${kept}.rule=HostSNI(\`*\`)`);
      const text = `services:\n  web:\n    image: x\n    labels: ${JSON.stringify(labels)}\n`;
      const router = { protocol, kind: 'router', name: 'ok@docker', rule: 'HostSNI(`*`)', service: 's' };
      const expected = {
        objects: [...(kept === undefined ? [] : [router]), { protocol, kind: 'service', name: 's@docker' }],
        dropped: [{ what: 'container web router app', level: 'error', why: 'Empty rule' }],
      };
      const { unmet, cries } = judged(caseOf('compose', 'compose.yml', text, expected, 'docker'));
      assert.deepEqual(unmet, []);
      assert.deepEqual(cries, []);
      const other = { ...expected, dropped: [{ ...expected.dropped[0], what: 'container web router other' }] };
      const wrong = judged(caseOf('compose', 'compose.yml', text, other, 'docker'));
      assert.equal(wrong.unmet.length, 1, 'another router of the same container is not told');
    });
  }

  for (const protocol of ['tcp', 'udp'] as const) {
    it(`takes no missing child of a weighted ${protocol} service for a cry, unless its router is fine`, () => {
      const rule = protocol === 'tcp' ? ' rule: "HostSNI(`*`)",' : '';
      const weighted = (child: string): string => `{ weighted: { services: [{ name: ${child} }] } }`;
      const services = `    top: ${weighted('mid')}\n    mid: ${weighted('ghost')}\n`;
      const text = `${protocol}:\n  routers:\n    r: {${rule} service: top }\n  services:\n${services}`;
      const [kind, name, error] = ['router', 'r@file', ['the service "ghost@file" does not exist']];
      const names = [
        { protocol, kind, name, rule: protocol === 'tcp' ? 'HostSNI(`*`)' : '', service: 'top' },
        { protocol, kind: 'service', name: 'top@file' },
        { protocol, kind: 'service', name: 'mid@file' },
      ];
      const apiErrors = [{ protocol, kind, name, status: 'disabled', error }];
      const judgement = judged(caseOf('file', 'a.yml', text, { objects: names, dropped: [], apiErrors }, 'file'));
      assert.deepEqual([judgement.unmet, judgement.cries, judgement.missed], [[], [], []]);
      assert.equal(judged(caseOf('file', 'a.yml', text, { objects: names, dropped: [] }, 'file')).cries.length, 3);
    });
  }
});
