/**
 * @file The parts of undici that are used, module by module. Its main module would add fetch, WebSocket, caches and
 * mocks, and replace the dispatcher that `fetch` in other extensions uses; the build refuses it (scripts/build-plugins.mjs,
 * undici-in-parts).
 */
/// <reference path="./undici-modules.d.ts" />
import connect from 'undici/lib/api/api-connect.js';
import request from 'undici/lib/api/api-request.js';
import Client from 'undici/lib/dispatcher/client.js';

// Like undici's main module does for all of its dispatchers.
Object.assign(Client.prototype, { connect, request });

export { Client };
