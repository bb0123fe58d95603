import assert from 'node:assert/strict';
import { readCurlCommand } from '../../../../../src/core/proxy/routing/curlCommand';

function read(text: string) {
  const found = readCurlCommand(text);
  if (found === undefined || 'problem' in found) return assert.fail(`${found?.problem}`);
  return found;
}

/** As Chrome 130 writes Copy as cURL (bash). */
const bashCommand = String.raw`curl 'https://shop.example.test/api/cart?item=1&x=%5B%5D' \
  -X 'PUT' \
  -H 'accept: application/json, text/plain, */*' \
  -b 'session=abc; theme=dark' \
  -H 'sec-ch-ua: "Chromium";v="130", "Not?A_Brand";v="99"' \
  -H $'x-note: it\'s new\u0021' \
  -H 'x-empty;' \
  --data-raw '{"a":"b c"}' \
  --compressed \
  --insecure`;

/** The same as Copy as cURL (cmd). */
const cmdCommand = String.raw`curl ^"https://shop.example.test/api/cart?item=1^&x=^%^5B^%^5D^" ^
  -X ^"PUT^" ^
  -H ^"accept: application/json, text/plain, */*^" ^
  -b ^"session=abc; theme=dark^" ^
  -H ^"sec-ch-ua: ^\^"Chromium^\^";v=^\^"130^\^", ^\^"Not?A_Brand^\^";v=^\^"99^\^"^" ^
  -H ^"x-note: it's new^!^" ^
  -H ^"x-empty;^" ^
  --data-raw ^"^{^\^"a^\^":^\^"b c^\^"^}^" ^
  --compressed ^
  --insecure`;

const powershell = [
  "curl.exe 'https://shop.example.test/api/cart?item=1&x=%5B%5D' `",
  '  -X PUT `',
  "  -H 'accept: application/json, text/plain, */*' `",
  '  -b "session=abc; theme=dark" `',
  '  -H "sec-ch-ua: `"Chromium`";v=""130"", `"Not?A_Brand`";v=`"99`"" `',
  "  -H 'x-note: it''s new!' `",
  "  -H 'x-empty;'",
].join('\n');

const expected = {
  url: 'https://shop.example.test/api/cart?item=1&x=%5B%5D',
  method: 'PUT',
  headers: [
    ['accept', 'application/json, text/plain, */*'],
    ['Cookie', 'session=abc; theme=dark'],
    ['sec-ch-ua', '"Chromium";v="130", "Not?A_Brand";v="99"'],
    ['x-note', "it's new!"],
    ['x-empty', ''],
  ],
  notes: [],
};

describe('curlCommand: a curl command', () => {
  for (const [name, text] of [
    ['bash', bashCommand],
    ['cmd', cmdCommand],
    ['PowerShell', powershell],
  ] as const) {
    it(`is read as ${name} would, also with spaces for its line breaks`, () => {
      assert.deepEqual(read(text), expected);
      assert.deepEqual(read(text.replaceAll('\n', '\r\n')), expected);
      assert.deepEqual(read(text.replaceAll('\n', ' ')), expected);
    });
  }

  it('is none where another program is run', () => {
    for (const text of ['', 'https://a.test/', 'curly http://a.test/', 'wget http://a.test/', 'echo curl x']) {
      assert.equal(readCurlCommand(text), undefined, text);
    }
    assert.equal(read('$ curl a.test').url, 'http://a.test');
  });

  it('has the method that its options mean', () => {
    for (const [options, method] of [
      ['', 'GET'],
      ['-I', 'HEAD'],
      ['-d a=b', 'POST'],
      ['-da=b', 'POST'],
      ['--json {}', 'POST'],
      ['-F a=@b', 'POST'],
      ['-T file', 'PUT'],
      ['-sSLXPATCH -d x', 'PATCH'],
      ['--request=DELETE', 'DELETE'],
      ['-G -d x', 'GET'],
      ['-X "bad method"', 'GET'],
    ] as const) {
      assert.equal(read(`curl ${options} http://a.test/`).method, method, options);
    }
  });

  it('puts data into the query for -G', () => {
    const { url } = read(
      "curl -G http://a.test/x#y -d a=1 --data-urlencode 'b=c d&' --url-query e=f --data-urlencode =z",
    );
    assert.equal(url, 'http://a.test/x?a=1&b=c%20d%26&e=f&z#y');
    assert.equal(read('curl http://a.test/?q=1 --url-query +r=%20').url, 'http://a.test/?q=1&r=%20');
  });

  it('takes the Host header for the host, on the port where it arrives', () => {
    const { url, headers, notes } = read(
      "curl -H 'Host: shop.test:1' -A me -e http://r.test/ http://127.0.0.1:8000/x?y",
    );
    assert.equal(url, 'http://shop.test:8000/x?y');
    assert.deepEqual(headers, [
      ['User-Agent', 'me'],
      ['Referer', 'http://r.test/'],
    ]);
    assert.deepEqual(notes, ['The Host header is taken for the host of the URL.']);
  });

  it('reads neither variables nor files, and says so', () => {
    const { headers, notes } = read(
      'curl -H "X-A: $VALUE" -H @headers.txt -b jar.txt -H "X-B: `id`" -H \'X-C: $5\' -G -d @body http://a.test/',
    );
    assert.deepEqual(headers, [['X-C', '$5']]);
    assert.deepEqual(notes, [
      'Left out, because variables and files are not read: X-A, --header, Cookie, X-B, and --data.',
    ]);
    for (const url of ['"http://$HOST/"', 'http://`hostname`/', `"http://a.test/$${'{X}'}"`, 'http://$(hostname)/']) {
      assert.deepEqual(readCurlCommand(`curl ${url}`), {
        problem: 'The URL contains a variable, which is not read. Replace it by its value.',
      });
    }
    assert.ok('problem' in (readCurlCommand('curl ^"http://%HOST%/^"') ?? {}));
  });

  it('leaves out credentials, and says what else it ignores', () => {
    const { notes, headers } = read(
      'curl -u me:MARK --oauth2-bearer MARK --resolve a:1:2 --connect-to ::b: http://a.test/',
    );
    assert.deepEqual(headers, []);
    assert.deepEqual(notes, [
      'Left out, because it is a credential: --user and --oauth2-bearer.',
      'Ignored: --resolve and --connect-to.',
    ]);
  });

  it('has the characters that its escapes mean', () => {
    const { url } = read(String.raw`curl $'http://a.test/\U0001F600/\u00e9x/\x2D\055\\'`);
    assert.equal(url, 'http://a.test/\u{1F600}/\u00e9x/--\\');
  });

  it('ends where the shell ends it', () => {
    assert.deepEqual(read('curl http://a.test/?a=1&b=2').notes, [
      'Everything from “&” on belongs to the shell and is not read.',
    ]);
    assert.equal(read('curl http://a.test/?a=1&b=2').url, 'http://a.test/?a=1');
    assert.equal(read('curl http://a.test/ | jq .').url, 'http://a.test/');
    assert.deepEqual(read('curl http://a.test/ http://b.test/').notes, ['Only the first URL of the command is used.']);
    assert.deepEqual(readCurlCommand("curl 'http://a.test/"), {
      problem: 'A quotation mark in the command is not closed.',
    });
    assert.deepEqual(readCurlCommand('curl -s'), { problem: 'The command has no URL.' });
  });

  it('takes brackets as curl does', () => {
    assert.equal(read(String.raw`curl 'http://a.test/?x=\[1\]'`).url, 'http://a.test/?x=[1]');
    assert.equal(read(String.raw`curl -g 'http://a.test/?x=\[1\]'`).url, String.raw`http://a.test/?x=\[1\]`);
  });
});
