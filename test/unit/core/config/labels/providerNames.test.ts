import assert from 'node:assert/strict';
import { readComposeProject } from '../../../../../src/core/config/compose/readComposeProject';
import { unknownPart } from '../../../../../src/core/config/source/placedText';
import { readTags } from '../../../../../src/core/config/tags/readTags';

const job = 'service {\n  name = "web"\n  tags = ["traefik.http.middlewares.m.stripprefix.prefixes=/a"]\n}\n';

describe('providerNames: names of objects behind which a provider stands', () => {
  for (const provider of ['nomad', 'consulcatalog'] as const) {
    it(`have the namespace in them, if ${provider} looks in some`, () => {
      for (const namespace of [undefined, 'team-a']) {
        const read = readTags([{ path: 'a.nomad', text: job }], { provider, facts: { namespace } });
        const name = namespace === undefined ? provider : `${provider}-${namespace}`;
        assert.deepEqual(
          read.declarations.map((one) => one.name),
          [`m@${name}`, `web@${name}`, `web@${name}`],
        );
      }
    });
  }
});

describe('providerNames: the name of a service', () => {
  it('is not known if it is longer than any registry takes, because each of its routers would repeat it', () => {
    const long = job.replace('"web"', `"${'w'.repeat(1_001)}"`);
    const { declarations } = readTags([{ path: 'a.nomad', text: long }], { provider: 'nomad' });
    assert.deepEqual(
      declarations.map(({ name }) => name),
      ['m@nomad', `${unknownPart}@nomad`, `${unknownPart}@nomad`],
    );
  });
});

describe('providerNames: the name of a container', () => {
  const text = (owner: string): string =>
    `services:\n  web:\n    image: a\n    container_name: "my_$NAME"\n    ${owner}labels: { traefik.enable: "true", traefik.http.services.s.loadbalancer.server.port: "80" }${owner === '' ? '' : ' }'}\n`;
  const facts = { defaultRule: 'Host(`{{ .ContainerName }}`)' };
  const variables = { values: new Map([['NAME', 'web']]), areAll: true };
  const ruleOf = (provider: 'docker' | 'swarm', owner: string): string | undefined => {
    const context = { provider, project: 'shop', facts, variables };
    const read = readComposeProject([{ path: 'compose.yml', text: text(owner) }], context);
    return read.declarations.find(({ kind }) => kind === 'router')?.router?.rule?.value;
  };

  it('is what its file says, with variables, and changes no name of Traefik', () => {
    assert.equal(ruleOf('docker', ''), 'Host(`my_web`)');
    const context = { provider: 'docker', project: 'shop', variables } as const;
    const read = readComposeProject([{ path: 'compose.yml', text: text('') }], context);
    assert.deepEqual(
      read.declarations.map(({ name, router }) => router?.rule?.value ?? name),
      ['s@docker', 'Host(`web-shop`)'],
    );
  });

  it('is that of a task in Swarm, whose number nobody knows', () => {
    assert.equal(ruleOf('swarm', 'deploy: { '), `Host(\`shop_web.${unknownPart}\`)`);
  });
});
