/**
 * What is repeated until it makes a long text: signs that languages, addresses, headers and credentials are written with, and
 * what comes before them, each of which some careless expression or loop looks at from all its places anew.
 */
export const units: readonly string[] = [
  ...['a', ' ', '\t', '\n', '(', ')', '[', '{', '"', '\\', "'", '`', '/', '//', '/*', '*/', '.', 'a.', '.a', '-', '--'],
  ...[
    'a-',
    '%',
    '%2',
    '%25',
    '%zz',
    '&',
    '&a=',
    '=',
    '?',
    '#',
    '@',
    'a@',
    ':',
    '::',
    '1',
    '1,',
    '1, ',
    '0',
    '1.',
    '1e',
  ],
  ...['$(', '${', '|', 'a|', '&&', '!(', '!', '`a`,', '`Host(`', 'Host(`', '<', '<!--', '</', '<a ', '<title', '&lt;'],
  ...['é', '\u202e', '\u200b', '\ud800', '\u2028', '\u0000', '😀', '\u00a0', '\\"', '"\\', '=1', ';', '; a='],
  ...['password=', 'password: ', 'Authorization: Basic ', 'token=a ', 'key: ', 'Bearer ', '-----BEGIN A-----'],
  ...['"a":', '{"a":', '[1,', 'a=b;', ',', 'a,', 'a="b",', 'Digest a="', '[x](y)', '<em>', 'x:y ', 'a:b,'],
  ...['\u001b', '\u001b[', '\u001b[31ma', '\u001b[;', '\u001b]8;;', '\u009b1'],
  ...['{{', '{{/*', '{{/*}}', '{{`}}'],
  ...['http://', 'http://a', 'http://a/(', '(http://a', 'https://a.b,', '://', 'www.', 'u:p@', 'http://u:p@h '],
];

/** What ends a text of which all else is the same: without it many an expression fits at once. */
export const tails: readonly string[] = ['', 'x', '"', '\n', '(', ' x'];
