import assert from 'node:assert/strict';
import type { LogSubject } from '../../../../src/core/accessLogs/accessLogNames';
import { accessLogQuestion } from '../../../../src/core/accessLogs/accessLogQuestion';
import { layoutsAmong } from '../../../../src/core/accessLogs/logLayouts';
import { questionSchema } from '../../../../src/protocol/questionSchema';
import { fields } from './given';

function router(...names: readonly string[]): LogSubject {
  return { kind: 'router', name: names[0] ?? '', routers: { count: 1, names, nested: [] }, services: [] };
}

function service(name: string, routers: readonly string[]): LogSubject {
  return { kind: 'service', name, routers: { count: routers.length, names: routers, nested: [] }, services: [name] };
}

function ask(subject: LogSubject, types: Readonly<Record<string, string>>) {
  const [layout] = layoutsAmong(fields(types));
  assert.ok(layout);
  const question = accessLogQuestion(subject, { index: 'traefik-*', layout });
  assert.ok(questionSchema.safeParse(question).success);
  const [filter] = question.filters;
  return { question, label: filter?.label, clause: JSON.parse(filter?.clause ?? 'null') };
}

const root = { '@timestamp': 'date', RouterName: 'keyword', ServiceName: 'keyword', DownstreamStatus: 'integer' };

describe('accessLogQuestion: the question for access logs', () => {
  it('asks for the last hour, newest first, and for nothing but the router', () => {
    const { question } = ask(router('web@docker'), root);
    assert.deepEqual(question, {
      index: 'traefik-*',
      by: 'words',
      field: '',
      text: '',
      upTo: '',
      filters: [{ label: 'Router web@docker', clause: '{"term":{"RouterName":"web@docker"}}', isOut: false }],
      time: { field: '@timestamp', span: '1h', from: '', to: '' },
      sort: [{ field: '@timestamp', order: 'desc' }],
      size: 50,
      highlight: false,
      onlyFields: [],
    });
  });

  it('limits and sorts by no field that is not there', () => {
    const { question } = ask(router('web@docker'), { RouterName: 'keyword' });
    assert.equal(question.time, undefined);
    assert.deepEqual(question.sort, []);
  });

  it('asks for all names of a router at once', () => {
    const { clause } = ask(router('web@docker', 'sec-web@docker', 'top@file -> web@docker'), root);
    assert.deepEqual(clause, { terms: { RouterName: ['web@docker', 'sec-web@docker', 'top@file -> web@docker'] } });
  });

  it('asks by words where names are cut into words, and says so', () => {
    const { clause, label } = ask(router('web@docker', 'top@file -> web@docker'), { RouterName: 'text' });
    assert.deepEqual(clause, { match_phrase: { RouterName: 'web@docker' } });
    assert.equal(label, 'Router web@docker · by words');
  });

  it('looks for a nested router of unknown parents between the arrows, its own signs escaped', () => {
    const subject: LogSubject = {
      ...router('a*b?c\\d@file'),
      routers: { count: 1, names: ['a*b?c\\d@file'], nested: ['a*b?c\\d@file'] },
    };
    const own = 'a\\*b\\?c\\\\d@file';
    assert.deepEqual(ask(subject, root).clause, {
      bool: {
        should: [
          { term: { RouterName: 'a*b?c\\d@file' } },
          { wildcard: { RouterName: { value: `* -> ${own}` } } },
          { wildcard: { RouterName: { value: `${own} -> *` } } },
          { wildcard: { RouterName: { value: `* -> ${own} -> *` } } },
        ],
        minimum_should_match: 1,
      },
    });
  });

  it('looks for a name that is too long for a keyword in the text above it', () => {
    const long = `${'x'.repeat(300)}@file`;
    const { clause } = ask(router('web@file', long), { RouterName: 'text', 'RouterName.keyword': 'keyword' });
    assert.deepEqual(clause, {
      bool: {
        should: [{ term: { 'RouterName.keyword': 'web@file' } }, { match_phrase: { RouterName: long } }],
        minimum_should_match: 1,
      },
    });
  });

  it('asks for a service by its name, and for the lines of its routers that had no server', () => {
    const { clause, label } = ask(service('shop@file', ['shop-web@file', 'static@file']), root);
    assert.deepEqual(clause, {
      bool: {
        should: [
          { term: { ServiceName: 'shop@file' } },
          {
            bool: {
              filter: [
                { terms: { RouterName: ['shop-web@file', 'static@file'] } },
                { term: { DownstreamStatus: 503 } },
              ],
              must_not: [{ exists: { field: 'ServiceName' } }],
            },
          },
        ],
        minimum_should_match: 1,
      },
    });
    assert.equal(label, 'Service shop@file');
  });

  it('asks for a service by its name alone where nothing tells which lines had no server', () => {
    assert.deepEqual(ask(service('s@file', []), root).clause, { term: { ServiceName: 's@file' } });
    const { clause } = ask(service('s@file', ['r@file']), { RouterName: 'keyword', ServiceName: 'keyword' });
    assert.deepEqual(clause, { term: { ServiceName: 's@file' } });
  });

  it('takes all lines of its routers that name no service where a shipper often leaves it out', () => {
    const integration = { 'traefik.access.router.name': 'keyword', 'observer.egress.interface.name': 'keyword' };
    assert.deepEqual(ask(service('s@file', ['r@file']), integration).clause, {
      bool: {
        should: [
          { term: { 'observer.egress.interface.name': 's@file' } },
          {
            bool: {
              filter: [{ term: { 'traefik.access.router.name': 'r@file' } }],
              must_not: [{ exists: { field: 'observer.egress.interface.name' } }],
            },
          },
        ],
        minimum_should_match: 1,
      },
    });
  });

  it('asks for the routers of a service that no line names, and says so', () => {
    const clf = { 'traefik.access.frontend_name': 'keyword' };
    const { clause, label } = ask(service('s@file', ['a@file', 'b@file']), clf);
    assert.deepEqual(clause, { terms: { 'traefik.access.frontend_name': ['a@file', 'b@file'] } });
    assert.equal(label, 'Service s@file · by its 2 routers');
    assert.equal(ask({ ...service('s@file', ['a@file']), services: [] }, root).label, 'Service s@file · by its router');
  });

  it('finds nothing, and not everything, for a service without a router', () => {
    const { clause, label } = ask(service('s@file', []), { RouterName: 'keyword' });
    assert.deepEqual(clause, { match_none: {} });
    assert.equal(label, 'Service s@file · no router uses it');
  });

  it('leaves out routers that a question cannot hold, and says so', () => {
    const many = Array.from({ length: 5_000 }, (_, at) => `orders-api-prod-${at}@kubernetescrd`);
    const { clause, label } = ask(service('s@file', many), { RouterName: 'keyword' });
    assert.deepEqual(clause.terms.RouterName, many.slice(0, clause.terms.RouterName.length));
    assert.ok(clause.terms.RouterName.length > 100);
    assert.equal(label, 'Service s@file · by some of its 5,000 routers');
  });

  it('stays a question whatever the names are', () => {
    const many = Array.from({ length: 100 }, (_, at) => `${'?'.repeat(1_500)}${at}@file`);
    const nested = { ...service('s@file', many), routers: { count: 100, names: many, nested: many } };
    for (const types of [{ RouterName: 'keyword' }, { RouterName: 'text' }, root]) ask(nested, types);
    const endless = 'x'.repeat(1_000_000);
    const { clause, label } = ask(router(endless), root);
    assert.deepEqual(clause, { match_none: {} });
    assert.match(label ?? '', /^Router x+… · by some of its names$/);
    assert.deepEqual(ask(service(endless, [endless]), root).clause, { match_none: {} });
  });

  it('keeps a hostile name to one visible line, and asks for it as it is', () => {
    const name = `evil\n"}}\u202e${'y'.repeat(1_000)}@file`;
    const { clause, label } = ask(router(name), root);
    assert.deepEqual(clause, { term: { RouterName: name } });
    assert.match(label ?? '', /^Router evil "}}y+…$/);
  });
});
