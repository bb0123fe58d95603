/** An option of a curl command, with its value if it takes one. */
export interface CurlOption {
  /** The long name, without dashes. */
  readonly name: string;
  readonly value: string | undefined;
  /** Whether the value is only known to the shell. */
  readonly isUnknown: boolean;
}

/**
 * Reads the options and URLs of a curl command. URLs become options, too: `url`.
 *
 * @param words the words after `curl`
 */
export function curlOptions(
  words: readonly { readonly text: string; readonly isUnknown: boolean }[],
): readonly CurlOption[] {
  const options: CurlOption[] = [];
  let isUrlsOnly = false;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    if (word === undefined) break;
    const { text, isUnknown } = word;
    const put = (name: string, value?: string, unknown = false): void => {
      options.push({ name, value, isUnknown: unknown });
    };
    const putNext = (name: string): void => {
      at += 1;
      const next = words[at];
      put(name, next?.text ?? '', next?.isUnknown);
    };
    if (isUrlsOnly || !text.startsWith('-') || text === '-') put('url', text, isUnknown);
    else if (text === '--') isUrlsOnly = true;
    else if (text === '--next' || text === '-:') break;
    else if (text.startsWith('--')) {
      const equals = text.indexOf('=');
      const name = text.slice(2, equals < 0 ? undefined : equals);
      if (equals >= 0) put(name, text.slice(equals + 1), isUnknown);
      else if (withValue.has(name)) putNext(name);
      else put(name);
    } else {
      for (let place = 1; place < text.length; place += 1) {
        const letter = text.charAt(place);
        const name = shortOptions.get(letter);
        if (name === undefined || !withValue.has(name)) put(name ?? letter);
        else {
          const rest = text.slice(place + 1);
          if (rest === '') putNext(name);
          else put(name, rest, isUnknown);
          break;
        }
      }
    }
  }
  return options;
}

/** The short options that are used here or that take a value. */
const shortOptions: ReadonlyMap<string, string> = new Map([
  ['A', 'user-agent'],
  ['b', 'cookie'],
  ['c', 'cookie-jar'],
  ['C', 'continue-at'],
  ['d', 'data'],
  ['D', 'dump-header'],
  ['e', 'referer'],
  ['E', 'cert'],
  ['F', 'form'],
  ['G', 'get'],
  ['g', 'globoff'],
  ['H', 'header'],
  ['I', 'head'],
  ['K', 'config'],
  ['m', 'max-time'],
  ['o', 'output'],
  ['P', 'ftp-port'],
  ['Q', 'quote'],
  ['r', 'range'],
  ['t', 'telnet-option'],
  ['T', 'upload-file'],
  ['u', 'user'],
  ['U', 'proxy-user'],
  ['w', 'write-out'],
  ['x', 'proxy'],
  ['X', 'request'],
  ['y', 'speed-time'],
  ['Y', 'speed-limit'],
  ['z', 'time-cond'],
]);

/** The long options that take a value, as of curl 8. @see https://curl.se/docs/manpage.html */
const withValue: ReadonlySet<string> = new Set(
  `abstract-unix-socket alt-svc aws-sigv4 cacert capath cert cert-type ciphers config connect-timeout connect-to continue-at
   cookie cookie-jar create-file-mode crlfile curves data data-ascii data-binary data-raw data-urlencode delegation
   dns-interface dns-ipv4-addr dns-ipv6-addr dns-servers doh-url dump-header ech egd-file engine etag-compare etag-save
   expect100-timeout form form-string ftp-account ftp-alternative-to-user ftp-method ftp-port ftp-ssl-ccc-mode
   happy-eyeballs-timeout-ms haproxy-clientip header hostpubmd5 hostpubsha256 hsts interface ip-tos ipfs-gateway json
   keepalive-cnt keepalive-time key key-type krb libcurl limit-rate local-port login-options mail-auth mail-from mail-rcpt
   max-filesize max-redirs max-time netrc-file noproxy oauth2-bearer output output-dir parallel-max pass pinnedpubkey preproxy
   proto proto-default proto-redir proxy proxy-cacert proxy-capath proxy-cert proxy-cert-type proxy-ciphers proxy-crlfile
   proxy-header proxy-key proxy-key-type proxy-pass proxy-pinnedpubkey proxy-service-name proxy-tls13-ciphers
   proxy-tlsauthtype proxy-tlspassword proxy-tlsuser proxy-user proxy1.0 pubkey quote random-file range rate referer request
   request-target resolve retry retry-delay retry-max-time sasl-authzid service-name sigalgs socks4 socks4a socks5
   socks5-gssapi-service socks5-hostname speed-limit speed-time stderr telnet-option tftp-blksize time-cond tls-max
   tls13-ciphers tlsauthtype tlspassword tlsuser trace trace-ascii trace-config unix-socket upload-file url url-query user
   user-agent variable vlan-priority write-out`.split(/\s+/),
);
