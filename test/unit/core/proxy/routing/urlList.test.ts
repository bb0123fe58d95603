import assert from 'node:assert/strict';
import { mostUrls, readUrlList } from '../../../../../src/core/proxy/routing/urlText';

const urlsOf = (text: string) => readUrlList(text)?.urls;

describe('urlList: a list of URLs', () => {
  it('has line breaks or spaces between them, and each once', () => {
    const urls = ['https://a.test/x', 'http://b.test/'];
    for (const text of [urls.join('\n'), urls.join(' '), `  ${urls.join('\r\n\t')}  ${urls[0]}\n`]) {
      assert.deepEqual(readUrlList(text), { urls, mayBeOne: 'no', notes: [] });
    }
  });

  it('may stand in quotation marks, bullets, and commas', () => {
    assert.deepEqual(urlsOf('- "https://a.test/x",\n* <https://b.test/?y=(1)>;'), [
      'https://a.test/x',
      'https://b.test/?y=(1)',
    ]);
  });

  it('needs no schemes, but might be one URL with spaces then', () => {
    const text = 'a.test/x b.test:8443 db:5432 [::1]:80/x';
    assert.deepEqual(readUrlList(text), { urls: text.split(' '), mayBeOne: 'unlikely', notes: [] });
    assert.equal(readUrlList('https://a.test/my file.html')?.mayBeOne, 'likely');
  });

  it('leaves out other words, and says so', () => {
    assert.deepEqual(readUrlList('Shop https://a.test/ (old: https://b.test/)'), {
      urls: ['https://a.test/', 'https://b.test/'],
      mayBeOne: 'no',
      notes: ['Not read, because it is not a URL: Shop and old.'],
    });
  });

  for (const text of ['', 'https://a.test/x', 'https://a.test/a b', 'a.test is down', 'one two']) {
    it(`is not “${text}”`, () => assert.equal(readUrlList(text), undefined));
  }

  it('is cut to what can be answered, and says so', () => {
    const many = Array.from({ length: mostUrls + 1 }, (_, at) => `https://a.test/${at}`);
    assert.deepEqual(readUrlList(many.slice(0, mostUrls).join(' '))?.notes, []);
    const cut = readUrlList(many.join(' '));
    assert.deepEqual(cut?.urls, many.slice(0, mostUrls));
    assert.deepEqual(cut?.notes, ['Only the first 200 URLs are used.']);
    const long = many.slice(0, 20).map((url) => `${url}/${'x'.repeat(7_000)}`);
    assert.deepEqual(readUrlList(long.join(' ')), {
      urls: long.slice(0, 14),
      mayBeOne: 'no',
      notes: ['Only the first 14 URLs are used.'],
    });
  });
});
