/** Two routers on one entry point, the first with the higher priority, and what is to be found of them. */
export interface RulePair {
  readonly first: string;
  readonly second: string;
  /** Why a person would say so. */
  readonly why: string;
  /** Default: v3 and http; v2 is that of Traefik 2. */
  readonly dialect?: 'v2' | 'tcp';
}

/** The second one can never win. */
export const shadowed: readonly RulePair[] = [
  { first: 'Host(`a.test`)', second: 'Host(`a.test`)', why: 'the same rule' },
  { first: 'Host(`A.test`)', second: 'Host(`a.TEST`)', why: 'hosts have no case' },
  {
    first: 'Host(`a.test.`)',
    second: 'Host(`a.test`) && Path(`/x`)',
    why: 'a dot at the end of a host counts for nothing',
  },
  { first: 'Host(`a.test`)', second: 'Host(`a.test`) && PathPrefix(`/x`)', why: 'the second asks for more' },
  { first: 'PathPrefix(`/`)', second: 'Host(`a.test`) && Path(`/x`)', why: 'every path begins with a slash' },
  { first: 'Host(`a.test`) && PathPrefix(`/`)', second: 'Host(`a.test`)', why: 'the path of the first says nothing' },
  { first: 'PathPrefix(`/api`)', second: 'PathPrefix(`/api/v1`)', why: 'a longer prefix begins with a shorter one' },
  { first: 'PathPrefix(`/api`)', second: 'Path(`/apiary`)', why: 'in v3 a prefix may end within a word' },
  {
    first: 'PathPrefix(`/api`)',
    second: 'PathRegexp(`^/api/v[0-9]+`)  && PathPrefix(`/api/v`)',
    why: 'one of two is enough',
  },
  { first: 'PathRegexp(`^/api/`)', second: 'PathPrefix(`/api/v1`)', why: 'the expression asks only how a path begins' },
  { first: 'PathRegexp(`\\.css$`)', second: 'Path(`/site.css`)', why: 'the path that is named matches the expression' },
  {
    first: 'HostRegexp(`^.+\\.test`)',
    second: 'Host(`a.test`)',
    why: 'the host that is named matches the expression, with a dot too',
  },
  { first: 'Host(`*.a.test`)', second: 'Host(`b.a.test`)', why: 'since 3.7 the star is any first label' },
  { first: 'Host(`*`)', second: 'Host(`b.a.test`)', why: 'since 3.7.7 the star is every host' },
  { first: 'Host(`*`)', second: 'PathPrefix(`/x`)', why: 'since 3.7.7 the star is every host, and none too' },
  { first: 'Host(`a.test`)', second: 'HostRegexp(`^a\\.test$`)', why: 'the expression matches one host' },
  { first: '!PathPrefix(`/admin/api`)', second: 'PathRegexp(`^/api/v1$`)', why: 'the expression matches one path' },
  { first: 'PathRegexp(`^/api`)', second: 'PathRegexp(`^/api/v1$`)', why: 'the expression matches one path' },
  { first: 'HostRegexp(`^a\\.test$`)', second: 'HostRegexp(`^a\\.test$`) && Path(`/x`)', why: 'the same expression' },
  {
    first: 'Host(`a.test`) || Host(`b.test`)',
    second: 'Host(`b.test`)',
    why: 'one of the first one’s two hosts is enough',
  },
  {
    first: 'Host(`a.test`) || Host(`b.test`)',
    second: '(Host(`b.test`) || Host(`a.test`)) && Method(`GET`)',
    why: 'each way of the second is held by one of the first',
  },
  {
    first: '(Host(`a.test`) || Host(`b.test`)) && PathPrefix(`/x`)',
    second: 'Host(`b.test`) && PathPrefix(`/x/y`)',
    why: 'what is in brackets is multiplied out',
  },
  { first: '!PathPrefix(`/private`)', second: 'Path(`/public`)', why: 'another path is none of those excluded' },
  { first: '!Host(`a.test`)', second: 'Host(`b.test`)', why: 'another host is not the one excluded' },
  {
    first: '!(Host(`a.test`) && Path(`/x`))',
    second: 'Host(`a.test`) && Path(`/y`)',
    why: 'negation of brackets: one of the two fails',
  },
  { first: '!PathPrefix(`/a/b`)', second: '!PathPrefix(`/a`)', why: 'who is not below /a is not below /a/b' },
  {
    first: 'ClientIP(`10.0.0.0/8`)',
    second: 'ClientIP(`10.1.0.0/16`) && Host(`a.test`)',
    why: 'the block holds the other one',
  },
  { first: 'ClientIP(`10.0.0.0/8`)', second: 'ClientIP(`10.9.9.9`)', why: 'the block holds the address' },
  { first: 'ClientIP(`2001:db8::/32`)', second: 'ClientIP(`2001:db8:1::/48`)', why: 'the same of IPv6' },
  {
    first: 'Method(`get`)',
    second: 'Method(`GET`) && Host(`a.test`)',
    why: 'Traefik writes methods of rules in capitals',
  },
  { first: '!Method(`GET`)', second: 'Method(`POST`)', why: 'another method is not the one excluded' },
  {
    first: 'Header(`x-beta`,`1`)',
    second: 'Header(`X-Beta`,`1`) && Host(`a.test`)',
    why: 'names of headers have no case',
  },
  {
    first: 'HeaderRegexp(`X-Beta`,`^[0-9]$`)',
    second: 'Header(`X-Beta`,`1`)',
    why: 'the value that is asked for matches',
  },
  { first: 'QueryRegexp(`v`,`^[0-9]+$`)', second: 'Query(`v`,`22`)', why: 'the value that is asked for matches' },
  {
    first: 'Host(`a.test`) && !Path(`/x`)',
    second: 'Host(`a.test`) && Path(`/y`)',
    why: 'the path that is excluded is another one',
  },
  { dialect: 'v2', first: 'Host(`a.test`, `b.test`)', second: 'Host(`b.test`)', why: 'of several hosts one is enough' },
  {
    dialect: 'v2',
    first: 'PathPrefix(`/api`, `/static`)',
    second: 'Path(`/static/a.css`, `/api`)',
    why: 'each of several paths is held',
  },
  {
    dialect: 'v2',
    first: 'Path(`/users/{id:[0-9]+}`)',
    second: 'Path(`/users/42`)',
    why: 'the path that is named fits the template',
  },
  { dialect: 'v2', first: 'HostRegexp(`{any:.*}`)', second: 'Path(`/x`)', why: 'the template fits every host' },
  { dialect: 'tcp', first: 'HostSNI(`*`)', second: 'HostSNI(`db.test`)', why: 'the star is every server' },
  {
    dialect: 'tcp',
    first: 'HostSNIRegexp(`^(mq|pg)\\.`)',
    second: 'HostSNI(`pg.test`) && ALPN(`h2`)',
    why: 'the name matches the expression',
  },
];

/** Look-alikes of these: nothing is to be said of the second one. */
export const notShadowed: readonly RulePair[] = [
  { first: 'Host(`a.test`) && Path(`/x`)', second: 'Host(`a.test`)', why: 'the second takes more' },
  { first: 'Host(`a.test`)', second: 'Host(`b.test`)', why: 'another host' },
  { first: 'Host(`a.test`)', second: 'Host(`a.test`) || Host(`b.test`)', why: 'the second takes another host too' },
  {
    first: 'Host(`a.test`) && Host(`b.test`) || Host(`c.test`)',
    second: 'Host(`a.test`)',
    why: 'the first takes only its last host',
  },
  { first: 'PathPrefix(`/api/v1`)', second: 'PathPrefix(`/api`)', why: 'the shorter prefix takes more' },
  { first: 'PathPrefix(`/api/`)', second: 'Path(`/api`)', why: 'without the slash at its end it does not begin so' },
  { first: 'PathPrefix(`/API`)', second: 'PathPrefix(`/api`)', why: 'paths have case' },
  { first: 'Path(`/api`)', second: 'PathPrefix(`/api`)', why: 'a path is one of many with the prefix' },
  {
    first: 'PathRegexp(`^/api/v[0-9]`)',
    second: 'PathPrefix(`/api/v`)',
    why: 'what follows the prefix may be no digit',
  },
  {
    first: 'PathRegexp(`^/api/.*$`)',
    second: 'PathPrefix(`/api/x`)',
    why: 'a path may hold a line break, which the dot is not',
  },
  { first: 'PathRegexp(`^/api.v1`)', second: 'PathPrefix(`/api`)', why: 'the dot is not the end of it' },
  {
    first: 'HostRegexp(`^[a-z]+\\.test$`)',
    second: 'Host(`a.test`)',
    why: 'with a dot at its end the host does not match',
  },
  { first: 'HostRegexp(`.+`)', second: 'PathPrefix(`/x`)', why: 'there may be no host' },
  { first: 'HostRegexp(`^[a-z]+$`)', second: 'HostRegexp(`^[a-z]*$`)', why: 'two expressions are not compared' },
  { first: 'Host(`*.a.test`)', second: 'Host(`a.test`)', why: 'the star is a label' },
  { first: 'Host(`*.a.test`)', second: 'Host(`c.b.a.test`)', why: 'the star is one label' },
  { first: '!PathPrefix(`/a`)', second: '!PathPrefix(`/a/b`)', why: 'what is below /a and not /a/b is left' },
  { first: '!PathPrefix(`/a/b`)', second: 'PathPrefix(`/a`)', why: 'the excluded part is left' },
  { first: '!Host(`a.test`)', second: 'PathPrefix(`/x`)', why: 'that path on that host is left' },
  { first: '!(Host(`a.test`) || Path(`/x`))', second: 'Host(`b.test`)', why: 'that path is left' },
  { first: 'ClientIP(`10.1.0.0/16`)', second: 'ClientIP(`10.0.0.0/8`)', why: 'the wider block takes more' },
  { first: 'ClientIP(`::/0`)', second: 'ClientIP(`10.0.0.1`)', why: 'IPv4 is of no block of IPv6' },
  { first: 'Method(`GET`)', second: 'Host(`a.test`)', why: 'other methods are left' },
  {
    first: 'Header(`X-Beta`,`1`)',
    second: 'Header(`X-Beta`,`2`)',
    why: 'a request with both values goes to the first, one with one does not',
  },
  { first: '!Header(`X-Beta`,`1`)', second: 'Header(`X-Beta`,`2`)', why: 'a request may have both values' },
  { first: 'HeaderRegexp(`X-Beta`,`^[a-z]$`)', second: 'Header(`X-Beta`,`1`)', why: 'the value does not match' },
  { first: 'Query(`v`,`1`)', second: 'QueryRegexp(`v`,`^1$`)', why: 'two expressions are not compared' },
  { first: 'Query(`v`)', second: 'Query(`v`,`1`)', why: 'in v3 that asks for an empty value' },
  { first: '!Query(`v`,`1`)', second: 'Query(`v`,`2`)', why: 'a parameter may be there twice' },
  {
    dialect: 'v2',
    first: 'Path(`/users/{id:[0-9]+}`)',
    second: 'PathPrefix(`/users/`)',
    why: 'a template is one of many',
  },
  { dialect: 'v2', first: 'PathPrefix(`/{a}`)', second: 'PathPrefix(`/`)', why: 'an empty segment does not fit' },
  { dialect: 'v2', first: 'Query(`v=1`)', second: 'Query(`v=1`) || Query(`v=2`)', why: 'the other value is left' },
  { dialect: 'v2', first: 'Host(`b.test`)', second: 'Host(`a.test`, `b.test`)', why: 'the other host is left' },
  {
    dialect: 'v2',
    first: 'Headers(`X-A`, `1`, `X-B`, `2`)',
    second: 'Headers(`X-A`, `1`)',
    why: 'of pairs all are wanted',
  },
  { dialect: 'tcp', first: 'HostSNI(`a.test`)', second: 'HostSNI(`*`)', why: 'other servers are left' },
  { dialect: 'tcp', first: 'HostSNI(`*`) && ALPN(`h2`)', second: 'HostSNI(`a.test`)', why: 'other protocols are left' },
  { dialect: 'tcp', first: '!ALPN(`h2`)', second: 'ALPN(`http/1.1`)', why: 'a client offers several' },
];

/** With one priority for both: a request that both take is to be found. */
export const tied: readonly RulePair[] = [
  { first: 'Host(`a.test`)', second: 'Host(`a.test`)', why: 'the same rule' },
  { first: 'Host(`a.test`)', second: 'Host(`A.test`) && PathPrefix(`/x`)', why: 'one holds the other' },
  { first: 'Host(`a.test`)', second: 'PathPrefix(`/x`)', why: 'that path on that host' },
  { first: 'PathPrefix(`/a/b`)', second: 'PathPrefix(`/a`)', why: 'the longer prefix' },
  { first: 'Host(`a.test`) && !Path(`/x`)', second: 'PathPrefix(`/x`)', why: 'below the path that is excluded' },
  { first: 'Host(`a.test`) && Method(`POST`)', second: 'PathPrefix(`/x`)', why: 'with that method' },
  { first: 'Host(`a.test`) && !Method(`GET`)', second: 'Host(`a.test`)', why: 'with another method' },
  {
    first: 'HostRegexp(`^[a-z]+\\.test$`)',
    second: 'PathRegexp(`^/v[0-9]+/(x|y)`)',
    why: 'texts are found that match both',
  },
  { first: 'HostRegexp(`^[a-z]+\\.test$`)', second: 'Host(`b.test`)', why: 'the named host matches' },
  { first: 'Header(`X-Beta`,`1`)', second: 'HeaderRegexp(`X-Tenant`,`^t-[0-9]{2}$`)', why: 'with both headers' },
  { first: 'Query(`a`,`1`)', second: 'QueryRegexp(`b`,`^[0-9]$`)', why: 'with both parameters' },
  { first: 'ClientIP(`10.0.0.0/8`)', second: 'ClientIP(`10.1.0.0/16`)', why: 'from the smaller block' },
  { first: 'Host(`a.test`) || Host(`b.test`)', second: 'Host(`c.test`) || Host(`b.test`)', why: 'the host they share' },
  { first: 'Host(`*.a.test`)', second: 'HostRegexp(`\\.a\\.test$`)', why: 'any first label' },
  { dialect: 'v2', first: 'Path(`/users/{id:[0-9]+}`)', second: 'PathPrefix(`/users`)', why: 'a path of the template' },
  { dialect: 'v2', first: 'Query(`v=1`)', second: 'Headers(`X-A`, `1`)', why: 'with both' },
  { dialect: 'tcp', first: 'HostSNI(`db.test`)', second: 'HostSNIRegexp(`^db\\.`)', why: 'the named server matches' },
  {
    dialect: 'tcp',
    first: 'HostSNI(`db.test`) && ALPN(`h2`)',
    second: 'ALPN(`http/1.1`)',
    why: 'a client offers both',
  },
];

/** With one priority for both: no request that both take. */
export const notTied: readonly RulePair[] = [
  { first: 'Host(`a.test`)', second: 'Host(`b.test`)', why: 'two hosts' },
  { first: 'Host(`a.test`) && PathPrefix(`/x`)', second: 'Host(`a.test`) && PathPrefix(`/y`)', why: 'two prefixes' },
  { first: 'Path(`/x`)', second: 'PathPrefix(`/x/`)', why: 'the slash at the end' },
  { first: 'Method(`GET`)', second: 'Method(`POST`)', why: 'two methods' },
  { first: 'Host(`a.test`)', second: '!Host(`a.test`) && PathPrefix(`/`)', why: 'one excludes the other' },
  { first: 'ClientIP(`10.0.0.0/8`)', second: 'ClientIP(`11.0.0.0/8`)', why: 'two blocks' },
  { first: 'HostRegexp(`^a`)', second: 'Host(`b.test`)', why: 'the host does not match' },
  { first: 'Host(`*.a.test`)', second: 'Host(`a.test`)', why: 'the star is a label' },
  { dialect: 'v2', first: 'Query(`v=1`)', second: 'Query(`v=2`)', why: 'only the first value of a parameter counts' },
  { dialect: 'tcp', first: 'HostSNI(`a.test`)', second: 'HostSNI(`b.test`)', why: 'two servers' },
];

/** Rules that no request meets. */
export const impossible: readonly (readonly [rule: string, why: string])[] = [
  ['Host(`a.test`) && Host(`b.test`)', 'two hosts at once'],
  ['Path(`/x`) && PathPrefix(`/y`)', 'two beginnings at once'],
  ['Host(`a.test`) && !Host(`a.test`)', 'something and its opposite'],
  ['Path(`/x/y`) && !PathPrefix(`/x`)', 'below a path and not below it'],
  ['Method(`GET`) && Method(`POST`)', 'two methods at once'],
  ['ClientIP(`10.0.0.1`) && ClientIP(`11.0.0.0/8`)', 'two places at once'],
  ['!PathPrefix(`/`)', 'no path without a slash'],
  ['(Host(`a.test`) || Host(`b.test`)) && Host(`c.test`)', 'in each of its ways'],
];

/** Look-alikes: some request meets them. */
export const possible: readonly (readonly [rule: string, why: string])[] = [
  ['Host(`a.test`) && Host(`A.test.`)', 'the same host'],
  ['Header(`X`,`1`) && Header(`X`,`2`)', 'a header may be there twice'],
  ['Query(`v`,`1`) && Query(`v`,`2`)', 'a parameter may be there twice'],
  ['PathPrefix(`/x`) && !Path(`/x`)', 'below it'],
  ['Host(`a.test`) && Host(`b.test`) || Path(`/x`)', 'one way is left'],
  ['HostRegexp(`^a`) && HostRegexp(`^b`)', 'two expressions are not compared'],
  ['ClientIP(`10.0.0.0/8`) && !ClientIP(`10.1.0.0/16`)', 'the rest of the block'],
  ['Host(`a.test`) && HostRegexp(`^a\\.test$`)', 'without a dot at its end the host matches'],
];
