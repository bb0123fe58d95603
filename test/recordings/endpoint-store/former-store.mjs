// The endpoint store of commit 32c3bc6, whose records must be read for as long as anybody may have them: its modules in
// src/core/base/endpoints (and what they need), as esbuild puts them into one file. Not to be edited.

// src/core/base/endpoints/endpointStore.ts
import { randomUUID } from "node:crypto";

// src/core/base/async/listeners.ts
function openListeners() {
  const listeners = /* @__PURE__ */ new Set();
  return {
    event(listener) {
      listeners.add(listener);
      return { dispose: () => void listeners.delete(listener) };
    },
    fire(told) {
      for (const listener of [...listeners]) listener(told);
    },
    clear: () => listeners.clear()
  };
}

// src/core/base/errors/failure.ts
import * as l10n from "@vscode/l10n";

// src/core/base/async/nextTurn.ts
function nextTurn() {
  return new Promise((resolve) => setImmediate(resolve));
}

// src/core/base/async/timeSlicer.ts
var LONGEST_HOLD_MS = 12;
var SLICE = 200;
function endlessTimeSlicer() {
  return openPace(Number.POSITIVE_INFINITY, () => void 0);
}
function openPace(most, look) {
  let steps = 0;
  let looked = 0;
  let since = performance.now();
  const rest = async () => {
    await nextTurn();
    look();
    since = performance.now();
  };
  return {
    step(count = 1) {
      steps += count;
      if (steps - looked < SLICE) return void 0;
      looked = steps;
      return performance.now() - since < LONGEST_HOLD_MS ? void 0 : rest();
    },
    get isSpent() {
      return steps > most;
    }
  };
}

// src/core/base/endpoints/endpoint.ts
import * as z2 from "zod/mini";

// src/core/base/endpoints/fieldEdits.ts
import { isDeepStrictEqual } from "node:util";
import * as z from "zod/mini";
var stamp = z.string().check(z.regex(/^\d{18}-[0-9a-z]+$/));
var editStampsSchema = z.catch(
  z.record(z.string(), z.looseObject({ at: stamp, over: z.optional(stamp) })),
  {}
);
var BY_ENTRY = /* @__PURE__ */ new Set(["headers", "tls", "origins", "ignored"]);
function changedEndpointFields(from, fields) {
  const before = plain(from);
  const after = plain(fields);
  const changed = /* @__PURE__ */ new Map();
  for (const field of Object.keys(fields)) {
    const [was, is] = [before[field], after[field]];
    if (!BY_ENTRY.has(field)) {
      if (!isDeepStrictEqual(was, is)) changed.set(field, is);
      continue;
    }
    const [old, now] = [entriesOf(was), entriesOf(is)];
    for (const key of /* @__PURE__ */ new Set([...old.keys(), ...now.keys()])) {
      if (!isDeepStrictEqual(old.get(key), now.get(key))) changed.set(`${field}/${key}`, now.get(key));
    }
  }
  return changed;
}
function editsOf(changes, stored, seen, now, writer) {
  const known = [stored, seen].flatMap(
    ({ edits = {} }) => Object.values(edits).map(({ at: at2 }) => Number.parseInt(at2, 10))
  );
  const moment = known.reduce((latest, at2) => Math.max(latest, at2 + 1), Math.trunc(now));
  const at = `${String(moment).padStart(18, "0")}-${writer}`;
  return [...changes].map(([path, value]) => ({ path, value, at, over: seen.edits?.[path]?.at }));
}
function withEdits(record4, edits) {
  const fields = new Map(Object.entries(record4));
  const stamps = new Map(Object.entries(record4.edits ?? {}));
  for (const { path, value, at, over } of edits) {
    const slash = path.indexOf("/");
    if (slash < 0) put(fields, path, value);
    else {
      const field = path.slice(0, slash);
      const entries = entriesOf(fields.get(field));
      put(entries, path.slice(slash + 1), value);
      put(fields, field, entries.size === 0 && field !== "headers" ? void 0 : Object.fromEntries(entries));
    }
    stamps.set(path, over === void 0 ? { at } : { at, over });
  }
  fields.set("edits", Object.fromEntries(stamps));
  return Object.fromEntries(fields);
}
function fateOfEdits(edits, stored) {
  const lost = [];
  const outdated = [];
  const overruled = [];
  for (const edit of edits) {
    const { at = "", over = "" } = stored.edits?.[edit.path] ?? {};
    if (at < edit.at) lost.push(edit);
    else if (at > edit.at) {
      outdated.push(edit);
      if (over < edit.at) overruled.push(edit);
    }
  }
  return { lost, outdated, overruled };
}
function put(entries, key, value) {
  if (value === void 0) entries.delete(key);
  else entries.set(key, value);
}
function entriesOf(value) {
  return new Map(typeof value === "object" && value !== null ? Object.entries(value) : []);
}
var plain = (value) => JSON.parse(JSON.stringify(value));

// src/core/base/endpoints/endpoint.ts
var endpointKinds = ["proxy", "search"];
var headerName = z2.string().check(z2.regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/));
var headerValue = z2.string().check(z2.regex(/^[\t\x20-\x7e\x80-\xff]*$/));
var authSchema = z2.discriminatedUnion("type", [
  z2.object({ type: z2.literal("none") }),
  z2.object({
    type: z2.literal("basic"),
    username: z2.string(),
    password: z2.string(),
    scheme: z2.optional(z2.literal("digest"))
  }),
  z2.object({ type: z2.literal("bearer"), token: z2.string() }),
  z2.object({ type: z2.literal("apiKey"), key: z2.string(), header: z2.optional(headerName) })
]);
var filePath = z2.string().check(z2.minLength(1), z2.maxLength(4096), z2.regex(/^[^\p{Cc}]+$/u));
var fingerprint = z2.string().check(z2.regex(/^[0-9a-f]{64}$/));
var HOST_NAME = "[a-z0-9_](?:[a-z0-9._-]*[a-z0-9_])?";
var hostName = z2.string().check(z2.maxLength(255), z2.regex(new RegExp(`^${HOST_NAME}$`, "i")));
var hostValue = z2.string().check(z2.maxLength(261), z2.regex(new RegExp(`^(?:${HOST_NAME}|\\[[0-9a-f:.]+\\])(?::\\d{1,5})?$`, "i")));
var trustSchema = z2.discriminatedUnion("type", [
  z2.looseObject({ type: z2.literal("file"), path: filePath }),
  z2.looseObject({ type: z2.literal("pin"), fingerprint }),
  z2.looseObject({ type: z2.literal("anyone") })
]);
var clientCertificateSchema = z2.discriminatedUnion("type", [
  z2.looseObject({
    type: z2.literal("pem"),
    file: filePath,
    keyFile: z2.optional(filePath),
    passphrase: z2.optional(z2.string())
  }),
  z2.looseObject({ type: z2.literal("pfx"), file: filePath, passphrase: z2.optional(z2.string()) })
]);
var tlsSchema = z2.looseObject({
  trust: z2.optional(trustSchema),
  client: z2.optional(clientCertificateSchema),
  /** The name to request (SNI) and to expect in the certificate, if it is not the host. */
  serverName: z2.optional(hostName)
});
var ignoredFindingsSchema = z2.record(
  z2.string().check(z2.regex(/^[0-9a-f]{64}$/)),
  z2.looseObject({ kind: z2.string().check(z2.maxLength(50)), about: z2.string().check(z2.maxLength(1e3)) })
);
var RECORD_VERSION = 1;
var endpointSchema = z2.looseObject({
  version: z2.literal(RECORD_VERSION),
  id: z2.uuid(),
  kind: z2.enum(endpointKinds),
  name: z2.string().check(z2.minLength(1), z2.maxLength(200)),
  url: z2.url({ protocol: /^https?$/ }),
  auth: authSchema,
  headers: z2.record(headerName, headerValue),
  tls: z2.optional(tlsSchema),
  /** The host to send, if it differs from `url`: as `Host`, and as the server name in TLS. */
  host: z2.optional(hostValue),
  /**
   * The public origins of the proxy's entry points, by name, learned from a person's correction. Stored here if imported,
   * copied, or learned by an earlier version; otherwise in a separate record (see `withLearnedFacts`).
   */
  origins: z2.optional(z2.record(z2.string(), z2.url({ protocol: /^https?$/ }))),
  /** The findings about the proxy that are ignored; kept like `origins`. */
  ignored: z2.optional(ignoredFindingsSchema),
  /** How searches are sent if the address loses the body of a GET. Learned, like `origins`; reset with the address. */
  searchMethod: z2.optional(z2.enum(["GET", "POST"])),
  /** The position in the view; ties are sorted by name. */
  order: z2.number(),
  /** The last edit of each field, so that windows that write at the same time don't lose each other's edits. */
  edits: z2.optional(editStampsSchema)
});

// src/core/base/endpoints/endpointHints.ts
import * as z5 from "zod/mini";

// src/core/base/endpoints/endpointRecord.ts
import * as l10n2 from "@vscode/l10n";
import * as z4 from "zod/mini";

// src/core/base/json/parse.ts
var LONGEST_PARSED = 2 ** 22;
function jsonOrNothing(text) {
  return text.length > LONGEST_PARSED ? void 0 : jsonOfAnyLength(text);
}
function jsonOfAnyLength(text) {
  try {
    return JSON.parse(text);
  } catch {
    return void 0;
  }
}

// src/core/base/endpoints/learnedFacts.ts
import * as z3 from "zod/mini";
var LEARNT_VERSION = 1;
var learntSchema = z3.looseObject({
  version: z3.literal(LEARNT_VERSION),
  /** Valid for these credentials: the user, and the edit that entered them. */
  digest: z3.optional(z3.looseObject({ username: z3.string(), edit: z3.optional(z3.string()) })),
  /** Valid for this address. */
  searchMethod: z3.optional(
    z3.looseObject({ method: z3.enum(["GET", "POST"]), url: z3.string(), host: z3.optional(z3.string()) })
  ),
  /** `null` for an entry point whose address was removed: it may still be in the endpoint's own record. */
  origins: z3.optional(z3.record(z3.string(), z3.nullable(z3.url({ protocol: /^https?$/ })))),
  /** `null` for one that is no longer ignored, for the same reason. */
  ignored: z3.optional(z3.record(z3.string(), z3.nullable(ignoredFindingsSchema.def.valueType))),
  edits: z3.optional(editStampsSchema)
});
function readLearnedFacts(text) {
  return text === void 0 ? { version: LEARNT_VERSION } : learntSchema.safeParse(jsonOrNothing(text)).data;
}
function learnedFactFields(endpoint, { digest, searchMethod, origins, ignored }, present) {
  const { auth, url: url3, host, edits } = endpoint;
  return {
    ...digest && auth.type === "basic" && { digest: { username: auth.username, edit: edits?.auth?.at } },
    ...searchMethod !== void 0 && { searchMethod: { method: searchMethod, url: url3, host } },
    ...origins !== void 0 && { origins: { ...present.origins, ...withNulls(origins) } },
    ...ignored !== void 0 && { ignored: { ...present.ignored, ...withNulls(ignored) } }
  };
}
function withNulls(facts) {
  return Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, fact ?? null]));
}
function withLearnedFacts(endpoint, { digest, searchMethod, origins, ignored }) {
  const { auth, url: url3, host, edits } = endpoint;
  const isOfThese = auth.type === "basic" && digest?.username === auth.username && digest.edit === edits?.auth?.at;
  const isOfHere = searchMethod?.url === url3 && searchMethod.host === host;
  return {
    ...endpoint,
    ...isOfThese && { auth: { ...auth, scheme: "digest" } },
    ...isOfHere && { searchMethod: searchMethod.method },
    ...origins !== void 0 && { origins: withoutNulls({ ...endpoint.origins, ...origins }) },
    ...ignored !== void 0 && { ignored: withoutNulls({ ...endpoint.ignored, ...ignored }) }
  };
}
function withoutNulls(facts) {
  return Object.fromEntries(
    Object.entries(facts).flatMap(([name, fact]) => fact === null ? [] : [[name, fact]])
  );
}

// src/core/base/endpoints/endpointRecord.ts
var prefixes = { entered: "endpoint/", learnt: "learnt/", removed: "removed/" };
function secretKey(id, kind = "entered") {
  return prefixes[kind] + id;
}
function idOfSecretKey(key, kind = "entered") {
  return key.startsWith(prefixes[kind]) ? key.slice(prefixes[kind].length) : void 0;
}
var hintSchema = z4.object({
  id: z4.string(),
  kind: z4.enum(endpointKinds),
  name: z4.string(),
  order: z4.number()
});
function readRecord(id, { entered, learned }, hint) {
  const json = jsonOrNothing(entered);
  const record4 = endpointSchema.safeParse(json);
  if (record4.success && record4.data.id === id) {
    const known = readLearnedFacts(learned);
    const endpoint = known === void 0 ? record4.data : withLearnedFacts(record4.data, known);
    return { state: "ready", hint: hintOf(endpoint), endpoint };
  }
  const rest = leftoverSchema.safeParse(json);
  const leftover = rest.success ? rest.data : {};
  return {
    state: (leftover.version ?? 0) > RECORD_VERSION ? "newer" : "corrupt",
    hint: {
      id,
      kind: hint?.kind ?? leftover.kind ?? "proxy",
      name: hint?.name ?? leftover.name ?? l10n2.t("Unnamed endpoint"),
      order: hint?.order ?? leftover.order ?? Number.MAX_SAFE_INTEGER
    }
  };
}
function hintOf({ id, kind, name, order }) {
  return { id, kind, name, order };
}
function byOrder(a, b) {
  return a.hint.order - b.hint.order || compare(a.hint.name, b.hint.name) || compare(a.hint.id, b.hint.id);
}
function compare(a, b) {
  return a < b ? -1 : a > b ? 1 : 0;
}
var leftoverSchema = z4.object({
  version: z4.catch(z4.optional(z4.number()), void 0),
  kind: z4.catch(z4.optional(z4.enum(endpointKinds)), void 0),
  name: z4.catch(z4.optional(z4.string()), void 0),
  order: z4.catch(z4.optional(z4.number()), void 0)
});

// src/core/base/endpoints/endpointHints.ts
var HINTS = "endpoints/hints";
function openEndpointHints(memento, isRemoved) {
  let last;
  const read = () => {
    const raw = memento.get(HINTS);
    if (last === void 0 || last.raw !== raw) last = { raw, hints: hintListSchema.parse(raw) };
    return last.hints;
  };
  const all = () => new Map(read().map((hint) => [hint.id, hint]));
  const set = async (wanted) => {
    const list = wanted.filter(({ id }) => !isRemoved(id));
    if (JSON.stringify(list) !== JSON.stringify(read())) await memento.update(HINTS, list);
  };
  return {
    all,
    set,
    put: (hints) => set([...new Map([...all(), ...hints.map((hint) => [hint.id, hint])]).values()]),
    clean: () => set(read())
  };
}
var hintListSchema = z5.catch(z5.array(hintSchema), []);

// src/core/base/endpoints/endpointSecrets.ts
function openEndpointSecrets(storage) {
  const removed = /* @__PURE__ */ new Set();
  const seen = /* @__PURE__ */ new Set();
  const told = /* @__PURE__ */ new Map();
  const read = async (id) => {
    const entered = await storage.get(secretKey(id));
    if (entered === void 0) return void 0;
    const texts = { entered, learned: await storage.get(secretKey(id, "learnt")) };
    seen.add(id);
    if (!told.has(id)) told.set(id, textOf(texts));
    return texts;
  };
  return {
    async ids() {
      const keys = await storage.keys();
      const idsOf = (kind) => new Set(keys.flatMap((key) => idOfSecretKey(key, kind) ?? []));
      const ids = { entered: idsOf("entered"), learnt: idsOf("learnt"), removed: idsOf("removed") };
      for (const id of ids.removed) removed.add(id);
      return ids;
    },
    read,
    async endpoint(id) {
      const texts = await read(id);
      const stored = texts === void 0 ? void 0 : readRecord(id, texts, void 0);
      return stored?.state === "ready" ? stored.endpoint : void 0;
    },
    get: (id, kind) => storage.get(secretKey(id, kind)),
    async write(id, kind, text) {
      await storage.store(secretKey(id, kind), text);
    },
    async delete(id, ...kinds) {
      for (const kind of kinds) await storage.delete(secretKey(id, kind));
    },
    hasSeen: (id) => seen.has(id),
    isRemoved: (id) => removed.has(id),
    async wasRemoved(id) {
      if (removed.has(id)) return true;
      const isRemoved = await storage.get(secretKey(id, "removed")) !== void 0;
      if (isRemoved) removed.add(id);
      return isRemoved;
    },
    noteRemoved(ids) {
      for (const id of ids) removed.add(id);
    },
    noteTold(id, texts) {
      seen.add(id);
      told.set(id, textOf(texts));
    },
    async takeNews(id) {
      const before = told.get(id);
      const texts = await read(id);
      const after = texts === void 0 ? void 0 : textOf(texts);
      if (before === after) return false;
      if (after === void 0) told.delete(id);
      else told.set(id, after);
      return true;
    },
    forgetTold: (id) => void told.delete(id)
  };
}
var textOf = ({ entered, learned = "" }) => JSON.stringify([entered, learned]);

// src/core/base/endpoints/followSecrets.ts
var SETTLE_MS = 100;
function followSecrets(storage, { secrets, edits, turns }, onSettled) {
  const touched = /* @__PURE__ */ new Set();
  let settling;
  const settle = async () => {
    const ids = [...touched];
    touched.clear();
    settling = void 0;
    const news = [];
    for (const id of ids) if (await secrets.takeNews(id)) news.push(id);
    await onSettled(news);
  };
  const subscription = storage.onDidChange(({ key }) => {
    const id = idOfSecretKey(key) ?? idOfSecretKey(key, "learnt") ?? idOfSecretKey(key, "removed");
    if (id === void 0) return;
    touched.add(id);
    const isRemoval = key === secretKey(id, "removed");
    const isEdited = edits.has(id, key === secretKey(id) ? "entered" : "learnt");
    if (isRemoval || secrets.isRemoved(id) || isEdited) {
      void turns.take(id, async () => {
        if (isRemoval) await secrets.wasRemoved(id);
        await edits.lookAgain(id);
      }).catch(() => void 0);
    }
    settling ??= setTimeout(() => void settle().catch(() => void 0), SETTLE_MS);
  });
  return {
    dispose() {
      clearTimeout(settling);
      subscription.dispose();
    }
  };
}

// src/core/base/endpoints/listEndpoints.ts
var REMOVED_FOR_MS = 30 * 24 * 60 * 60 * 1e3;
var AT_ONCE = 50;
var STEPS_OF_RECORD = 50;
async function inParts(ids, task, slicer) {
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    await Promise.all(ids.slice(start, start + AT_ONCE).map(task));
    await slicer.step(AT_ONCE * STEPS_OF_RECORD);
  }
}
function openLister(secrets, hints, now) {
  let isSwept = false;
  const sweep = async (ids) => {
    for (const id of ids) {
      const since = Number(await secrets.get(id, "removed"));
      if (!(now() - since < REMOVED_FOR_MS)) await secrets.delete(id, "removed");
    }
  };
  return async () => {
    const remembered = hints.all();
    const { entered, learnt, removed } = await secrets.ids();
    const slicer = endlessTimeSlicer();
    const stored = [];
    const one = async (id) => {
      const texts = entered.has(id) ? await secrets.read(id) : void 0;
      const hint = remembered.get(id);
      if (secrets.isRemoved(id)) return;
      if (texts !== void 0) stored.push(readRecord(id, texts, hint));
      else if (hint !== void 0 && !secrets.hasSeen(id) && !await secrets.wasRemoved(id)) {
        stored.push({ state: "gone", hint });
      }
    };
    await inParts([.../* @__PURE__ */ new Set([...entered, ...remembered.keys()])], one, slicer);
    stored.sort(byOrder);
    await slicer.step(stored.length);
    await hints.set(stored.map(({ hint }) => hint));
    for (const id of entered) if (removed.has(id)) await secrets.delete(id, "entered", "learnt");
    for (const id of learnt) if (!entered.has(id)) await secrets.delete(id, "learnt");
    if (!isSwept) void sweep([...removed]).catch(() => void 0);
    isSwept = true;
    return stored.filter(({ hint }) => !secrets.isRemoved(hint.id));
  };
}

// src/core/base/endpoints/placeInList.ts
function ordersAfterMove(all, id, place) {
  const kind = all.find(({ hint }) => hint.id === id)?.hint.kind;
  const same = all.filter((stored) => stored.state === "ready" && stored.hint.kind === kind);
  const at = same.findIndex(({ hint }) => hint.id === id);
  const to = indexOf(place, at, same);
  if (at < 0 || to < 0 || to >= same.length || to === at) return [];
  const others = same.toSpliced(at, 1);
  const between = orderBetween(others[to - 1]?.hint.order, others[to]?.hint.order);
  if (between !== void 0) return [{ id, order: between }];
  const moved = others.toSpliced(to, 0, ...same.slice(at, at + 1));
  return moved.flatMap(({ hint }, order) => hint.order === order ? [] : [{ id: hint.id, order }]);
}
function indexOf(place, at, same) {
  if (typeof place === "object") return same.findIndex(({ hint }) => hint.id === place.placeOf);
  return { up: at - 1, down: at + 1, last: same.length - 1 }[place];
}
function orderBetween(before, after) {
  if (before === void 0 || after === void 0) return before === void 0 ? (after ?? 0) - 1 : before + 1;
  const middle = (before + after) / 2;
  return before < middle && middle < after ? middle : void 0;
}
function orderBehind(all) {
  const orders = all.map(({ hint }) => hint.order).filter((order) => order < Number.MAX_SAFE_INTEGER);
  return Math.floor(orders.reduce((last, order) => Math.max(last, order), -1)) + 1;
}

// src/core/base/endpoints/taskQueues.ts
function openTaskQueues() {
  const last = /* @__PURE__ */ new Map();
  return {
    async take(key, task) {
      const before = last.get(key);
      const mine = before === void 0 ? task() : before.then(task, task);
      last.set(key, mine);
      try {
        return await mine;
      } finally {
        if (last.get(key) === mine) last.delete(key);
      }
    }
  };
}

// src/core/base/endpoints/windowEdits.ts
var editedKinds = ["entered", "learnt"];
function openWindowEdits(secrets, onOverruled) {
  const edits = {
    entered: /* @__PURE__ */ new Map(),
    learnt: /* @__PURE__ */ new Map()
  };
  const forget = (id) => {
    for (const kind of editedKinds) edits[kind].delete(id);
  };
  const write = async (id, kind, text, written) => {
    const own = edits[kind].get(id) ?? /* @__PURE__ */ new Map();
    edits[kind].set(id, own);
    for (const edit of written) own.set(edit.path, edit);
    await secrets.write(id, kind, text);
    if (!await secrets.wasRemoved(id)) return true;
    secrets.forgetTold(id);
    forget(id);
    await secrets.delete(id, ...editedKinds);
    return false;
  };
  const lookAt = async (id, kind, own) => {
    const text = await secrets.get(id, kind);
    if (text === void 0) return;
    const stored = kind === "entered" ? enteredIn(id, text) : readLearnedFacts(text);
    if (stored === void 0) return;
    const { lost, outdated, overruled } = fateOfEdits(own.values(), stored);
    for (const { path } of outdated) own.delete(path);
    if (lost.length > 0) await write(id, kind, JSON.stringify(withEdits(stored, lost)), lost);
    const fields = overruled.flatMap(({ path }) => path === "order" || path === "searchMethod" ? [] : [path]);
    const endpoint = fields.length === 0 || kind === "learnt" ? void 0 : await secrets.endpoint(id);
    if (endpoint !== void 0) onOverruled({ endpoint, fields });
  };
  return {
    write,
    has: (id, kind) => edits[kind].has(id),
    async lookAgain(id) {
      if (secrets.isRemoved(id)) {
        const isLeft = await secrets.get(id, "entered") !== void 0 || await secrets.get(id, "learnt") !== void 0;
        if (isLeft) await secrets.delete(id, ...editedKinds);
        return;
      }
      for (const kind of editedKinds) {
        const own = edits[kind].get(id);
        if (own !== void 0) await lookAt(id, kind, own);
      }
    },
    forget
  };
}
function enteredIn(id, text) {
  const stored = readRecord(id, { entered: text, learned: void 0 }, void 0);
  return stored.state === "ready" ? stored.endpoint : void 0;
}

// src/core/base/endpoints/endpointStore.ts
function openEndpointStore(storage, memento, now = Date.now) {
  const changed = openListeners();
  const overruling = openListeners();
  const turns = openTaskQueues();
  const writer = randomUUID().slice(0, 8);
  const secrets = openEndpointSecrets(storage);
  const hints = openEndpointHints(memento, secrets.isRemoved);
  const edits = openWindowEdits(secrets, overruling.fire);
  const list = openLister(secrets, hints, now);
  const tell = (ids) => {
    if (ids.length > 0) changed.fire(ids);
  };
  const following = followSecrets(storage, { secrets, edits, turns }, async (news) => {
    await hints.clean();
    tell(news);
  });
  const forget = (id) => {
    secrets.forgetTold(id);
    edits.forget(id);
  };
  const put2 = async (endpoints) => {
    const slicer = endlessTimeSlicer();
    const texts = /* @__PURE__ */ new Map();
    for (const endpoint of endpoints) {
      texts.set(endpoint.id, JSON.stringify(endpointSchema.parse(endpoint)));
      await slicer.step(STEPS_OF_RECORD);
    }
    for (const [id, entered] of texts) {
      await secrets.write(id, "entered", entered);
      secrets.noteTold(id, { entered, learned: void 0 });
      await slicer.step(STEPS_OF_RECORD);
    }
    await hints.put(endpoints.map(hintOf));
    tell(endpoints.map(({ id }) => id));
    return endpoints;
  };
  const add = (endpoints, order) => put2(
    // If copied from another endpoint, the edits are those of that endpoint.
    endpoints.map(({ edits: _, ...one }, index) => ({
      ...one,
      version: RECORD_VERSION,
      id: randomUUID(),
      order: order + index
    }))
  );
  const change = (id, fields, from) => turns.take(id, async () => {
    const texts = await secrets.read(id);
    const stored = texts === void 0 ? void 0 : enteredIn(id, texts.entered);
    const learned = readLearnedFacts(texts?.learned);
    if (texts === void 0 || stored === void 0 || await secrets.wasRemoved(id)) return void 0;
    const current = learned === void 0 ? stored : withLearnedFacts(stored, learned);
    const changes = changedEndpointFields(from ?? current, fields);
    if (changes.size === 0) return current;
    const isElsewhere = changes.has("url") || changes.has("host");
    if (isElsewhere && fields.searchMethod === void 0) changes.set("searchMethod", void 0);
    const made = editsOf(changes, stored, from ?? current, now(), writer);
    const next = endpointSchema.parse(withEdits(stored, made));
    const entered = JSON.stringify(next);
    if (!await edits.write(id, "entered", entered, made)) return void 0;
    secrets.noteTold(id, { ...texts, entered });
    if (JSON.stringify(hintOf(next)) !== JSON.stringify(hints.all().get(id))) await hints.put([hintOf(next)]);
    tell([id]);
    return learned === void 0 ? next : withLearnedFacts(next, learned);
  });
  const learn = (endpoint, found) => turns.take(endpoint.id, async () => {
    const { id } = endpoint;
    const texts = await secrets.read(id);
    const stored = readLearnedFacts(texts?.learned);
    if (texts === void 0 || stored === void 0) return;
    const changes = changedEndpointFields(stored, learnedFactFields(endpoint, found, stored));
    if (changes.size === 0) return;
    const made = editsOf(changes, stored, stored, now(), writer);
    const learned = JSON.stringify(withEdits(stored, made));
    if (!await edits.write(id, "learnt", learned, made)) return;
    secrets.noteTold(id, { ...texts, learned });
    tell([id]);
  });
  const remove = async (ids) => {
    const slicer = endlessTimeSlicer();
    await inParts(ids, (id) => secrets.write(id, "removed", String(now())), slicer);
    secrets.noteRemoved(ids);
    await hints.clean();
    await inParts(ids, (id) => turns.take(id, () => secrets.delete(id, "entered", "learnt")), slicer);
    for (const id of ids) forget(id);
    tell(ids);
  };
  return {
    list,
    get: secrets.endpoint,
    change,
    learn,
    remove: (id) => remove([id]),
    async add(...fields) {
      return add(fields, orderBehind(await list()));
    },
    async replace({ id, order }, fields) {
      const endpoint = { ...fields, version: RECORD_VERSION, id, order };
      if (await secrets.wasRemoved(id)) return (await add([fields], order))[0] ?? endpoint;
      await secrets.delete(id, "learnt");
      forget(id);
      await put2([endpoint]);
      return endpoint;
    },
    async removeAll() {
      const { entered } = await secrets.ids();
      await remove([.../* @__PURE__ */ new Set([...entered, ...hints.all().keys()])]);
    },
    async move(id, place) {
      const slicer = endlessTimeSlicer();
      for (const { id: moved, order } of ordersAfterMove(await list(), id, place)) {
        await change(moved, { order });
        await slicer.step(STEPS_OF_RECORD);
      }
    },
    onDidChange: changed.event,
    onDidOverrule: overruling.event,
    dispose() {
      following.dispose();
      changed.clear();
      overruling.clear();
    }
  };
}
export {
  openEndpointStore
};
