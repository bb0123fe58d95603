/**
 * The few calls the live scripts send to an engine, and the little in which Elasticsearch and OpenSearch differ there.
 * GET with a body as the product sends it: an explicit Content-Length, one connection kept.
 */
import { Agent, request as httpRequest } from 'node:http';
import { request as httpsRequest, Agent as TlsAgent } from 'node:https';

/**
 * @typedef {object} Answer
 * @property {number} status
 * @property {any} body          parsed by `parseKeepingDigits`; undefined when there was none
 * @property {number} bytes      length of the body
 * @property {number} ms         from sending to the last byte
 * @property {string | undefined} warning  the `Warning` header, if any
 */

/** Thrown for every answer that is not 2xx. `types` are the engine's error types, outermost first. */
export class EngineError extends Error {
  /** @param {Answer} answer */
  constructor(answer) {
    const error = answer.body?.error;
    const causes = error?.root_cause ?? [];
    super(`${answer.status}: ${causes[0]?.reason ?? error?.reason ?? JSON.stringify(error)}`);
    this.status = answer.status;
    this.types = [error?.type, ...causes.map((cause) => cause.type)].filter(Boolean);
  }
}

/** True for the answer to a search in a point in time that expired or was closed. */
export const isLostPointInTime = (error) =>
  error instanceof EngineError && error.types.includes('search_context_missing_exception');

/** Strings are matched first, so that digits inside them are left alone; only long bare integers are quoted. */
const stringOrLongInteger = /"(?:[^"\\]|\\.)*"|(?<![\d.])-?\d{16,}(?![\d.eE])/g;

/**
 * JSON.parse, but integers of 16 digits and more become strings with the same digits. Both engines take a cursor's
 * number as a string, so what comes out here can be sent back as it is.
 * @param {string} text
 */
export function parseKeepingDigits(text) {
  return JSON.parse(text.replace(stringOrLongInteger, (match) => (match.startsWith('"') ? match : `"${match}"`)));
}

/**
 * @param {import('./engines.mjs').Engine} engine
 * @param {{parse?: (text: string) => any, security?: import('./engines.mjs').Security}} [options]  another parser, to show
 *   what it costs to have the wrong one; whom to trust and who asks
 */
export function clientOf(engine, { parse = parseKeepingDigits, security } = {}) {
  const { hostname, port } = new URL(engine.origin);
  const agent = security ? new TlsAgent({ keepAlive: true, ca: security.ca }) : new Agent({ keepAlive: true });
  const request = security ? httpsRequest : httpRequest;
  const auth = security && `${security.username}:${security.password}`;

  /** @returns {Promise<Answer>} whatever the status */
  const ask = (method, path, body, contentType = 'application/json') =>
    new Promise((resolve, reject) => {
      const payload =
        body === undefined ? undefined : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
      const headers = payload ? { 'content-type': contentType, 'content-length': payload.length } : {};
      const start = performance.now();
      const sent = request({ agent, hostname, port, method, path, headers, ...(auth && { auth }) }, (response) => {
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const raw = Buffer.concat(chunks);
          const ms = performance.now() - start;
          const text = raw.toString('utf8');
          const warning = response.headers.warning;
          resolve({
            status: response.statusCode,
            body: text === '' ? undefined : parse(text),
            bytes: raw.length,
            ms,
            warning,
          });
        });
      });
      sent.on('error', reject);
      sent.end(payload);
    });

  /** @returns {Promise<Answer>} @throws {EngineError} */
  const call = async (method, path, body, contentType) => {
    const answer = await ask(method, path, body, contentType);
    if (answer.status < 200 || answer.status > 299) throw new EngineError(answer);
    return answer;
  };

  const isElasticsearch = engine.kind === 'elasticsearch';
  /** Elasticsearch 6.8 wants to be told that there is but one type. */
  const hasTypes = isElasticsearch && engine.version.startsWith('6.');
  return {
    engine,
    ask,
    call,

    /** Makes an index anew. */
    async create(index, { settings, mappings }) {
      await ask('DELETE', `/${index}`);
      await call('PUT', `/${index}${hasTypes ? '?include_type_name=false' : ''}`, { settings, mappings });
    },

    /** Sends the lines of a bulk request; their actions name no index and no type. @throws where one of them failed */
    async bulk(index, lines, { refresh = false } = {}) {
      const path = `/${index}${hasTypes ? '/_doc' : ''}/_bulk${refresh ? '?refresh=true' : ''}`;
      const { body } = await call('POST', path, `${lines.join('\n')}\n`, 'application/x-ndjson');
      if (body.errors) {
        const failed = body.items.find((item) => Object.values(item).some(({ error }) => error));
        throw new Error(`bulk: ${JSON.stringify(failed)}`);
      }
    },
    /** Closes the connections. */
    end: () => agent.destroy(),

    /**
     * @param {string} index
     * @param {string} [keepAlive]
     * @param {string} [preference]  picks the copies of the shards, as on a live page; later searches cannot name it
     * @returns {Promise<string>} the id
     */
    async openPointInTime(index, keepAlive = '5m', preference = undefined) {
      const path = isElasticsearch ? '_pit' : '_search/point_in_time';
      const parameters = new URLSearchParams({ keep_alive: keepAlive, ...(preference && { preference }) });
      const { body } = await call('POST', `/${encodeURIComponent(index)}/${path}?${parameters}`);
      return isElasticsearch ? body.id : body.pit_id;
    },

    async closePointInTime(id) {
      if (isElasticsearch) await call('DELETE', '/_pit', { id });
      else await call('DELETE', '/_search/point_in_time', { pit_id: [id] });
    },

    /** A page of the live index. */
    search: (index, body, query = '') => call('GET', `/${encodeURIComponent(index)}/_search${query}`, body),

    /** A page of a point in time, which is kept for `keepAlive` more. */
    searchAt: (id, body, keepAlive = '5m', query = '') =>
      call('GET', `/_search${query}`, { ...body, pit: { id, keep_alive: keepAlive } }),
  };
}
