import * as l10n from '@vscode/l10n';
import { quoted, quotedList } from '../../base/text/quoted';
import { secondsOfGo } from '../decode/goValues';
import type { ConfigProblem } from '../model/configProblem';
import type { CheckedValue } from '../model/declaration';
import { isKnown } from '../source/placedText';
import { doubtInReplacement } from './replacementGroups';

/** The effect of a value that Traefik accepts. */
interface ValueDoubt extends Pick<ConfigProblem, 'code' | 'severity' | 'message'> {
  /** The text to write instead of the value. */
  readonly meant?: string | undefined;
}

/**
 * The doubt about a value that Traefik accepts; undefined if there is no certain one.
 *
 * @param sign the form of a dollar sign before a brace at the place of the value
 */
export function doubtAbout({ form, text, options = [] }: CheckedValue, sign: '$' | '$$'): ValueDoubt | undefined {
  const { value } = text;
  if (!isKnown(value)) return undefined;
  if (form === 'replacement') {
    const doubt = doubtInReplacement(value, options[0] ?? '', sign);
    return doubt && { ...doubt, code: 'object.value', severity: 'warning' };
  }
  if (form === 'idle') {
    const [first = '', ...others] = options;
    const message = l10n.t(
      'Without {0}, “{1}” does nothing. Add it, or remove the middleware.',
      quotedList(others),
      quoted(first),
    );
    return { code: 'object.value', severity: 'information', message };
  }
  const message = wordsOf(form, value, options);
  return message === undefined ? undefined : { code: 'object.value', severity: 'warning', message };
}

function wordsOf(
  form: CheckedValue['form'],
  value: string,
  [first = '', second = '']: readonly string[],
): string | undefined {
  switch (form) {
    case 'passwordHash':
      return faultOfPassword(value);
    case 'digestHash':
      // Clients compute HA1 in lower case.
      return value.split(':').length !== 3 || /:[\da-f]{32}$/.test(value)
        ? undefined
        : l10n.t(
            'This is not the MD5 hash of “name:realm:password”, so that this user is always refused. Make it with htdigest.',
          );
    case 'digestRealm': {
      const [, realm] = value.split(':');
      return realm === undefined || realm === first
        ? undefined
        : l10n.t(
            'The realm of this user is not that of the middleware, “{0}”, so that this user is always refused.',
            quoted(first),
          );
    }
    case 'nobody':
      return l10n.t('There are no users, so that Traefik refuses everybody. Add “users” or “usersFile”.');
    case 'authAddress':
      return /^https?:\/\/[^/?#]/i.test(value)
        ? undefined
        : l10n.t(
            'Without an address such as {0}, Traefik answers each request with an error.',
            'http://auth:9000/verify',
          );
    case 'serverUrl':
      // Traefik refuses others with a port, and other signs are placeholders of a templating tool.
      return !/^(?:[a-z][a-z\d.-]*:\d+|[a-z\d][a-z\d.-]*)(?:\/|$)/.test(value)
        ? undefined
        : l10n.t('No request reaches “{0}”, as it has no scheme. Write {1}.', quoted(value), quoted(`http://${value}`));
    case 'serverAddress':
      // Signs such as @@ are placeholders of a templating tool.
      return /^(?:[^:[\]]*|\[[^[\]]*\]):[^:[\]]*$/.test(value) || !/^[\w.:/-]*$/.test(value)
        ? undefined
        : l10n.t(
            '“{0}” is not a host and a port such as {1}, so that Traefik leaves this server out.',
            quoted(value),
            '10.0.0.1:5432',
          );
    case 'scheme':
      return /^[a-z][a-z\d+.-]*$/i.test(value)
        ? undefined
        : l10n.t(
            '“{0}” is not a scheme such as “https”, so that Traefik answers each request with an error.',
            quoted(value),
          );
    case 'redirectPort':
      return /^\d*$/.test(value)
        ? undefined
        : l10n.t('“{0}” is not a port, so that Traefik answers each request with an error.', quoted(value));
    case 'pathPrefix':
      return value.trim() === '' || value.trim().startsWith('/')
        ? undefined
        : l10n.t('No path begins with “{0}”, as each begins with “/”: nothing is removed.', quoted(value));
    case 'tlsVersion':
      return /^(?:VersionTLS1[0-3])?$/.test(value)
        ? undefined
        : l10n.t('“{0}” is no version such as {1}, so that Traefik ignores it.', quoted(value), 'VersionTLS12');
    case 'positive':
      return (secondsOfGo(value) ?? 1) > 0
        ? undefined
        : l10n.t('“{0}” has to be more than 0. Traefik takes the default instead.', quoted(first));
    case 'amount':
      return l10n.t(
        '“{0}” with an amount of 0, or without one, refuses everything. Write how many are allowed at once.',
        quoted(first),
      );
    case 'overruled':
      return l10n.t(
        'Traefik ignores “{0}”, as there is “{1}”, too. Remove one of them.',
        quoted(first),
        quoted(second),
      );
    default:
      return undefined;
  }
}

/**
 * The hashes that CheckSecret of github.com/abbot/go-http-auth compares: bcrypt, SHA-1, and MD5 crypt with any sign.
 * The message quotes nothing, because the value may be the password itself.
 */
const hashPattern =
  /^(?:\$2[abxy]\$(?:0[4-9]|[12]\d|3[01])\$[./A-Za-z\d]{53}|\{SHA\}[A-Za-z\d+/]{27}=|\$[^$]*\$[^$]*\$[./A-Za-z\d]{22})$/;

function faultOfPassword(value: string): string | undefined {
  const [, hash, more] = value.split(':');
  if (hash === undefined || more !== undefined || hashPattern.test(hash)) return undefined;
  if (hashPattern.test(hash.replaceAll('$$', '$'))) {
    return l10n.t(
      'The dollar signs of this hash are doubled, which only compose files need: this user is always refused. Write each once.',
    );
  }
  return l10n.t(
    'This is no hash of bcrypt, MD5, or SHA-1, so that this user is always refused. Make one, for example with {0}.',
    'htpasswd -nB',
  );
}
