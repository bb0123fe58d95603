/**
 * @file What is used of undici, module by module. Its main module would bring fetch, WebSocket, caches and mocks with it, and set
 * the dispatcher that every other extension's `fetch` uses; the build refuses that one (esbuild.js, undici-in-parts).
 */
/// <reference path="./undici-modules.d.ts" />
import connect from 'undici/lib/api/api-connect.js';
import request from 'undici/lib/api/api-request.js';
import Client from 'undici/lib/dispatcher/client.js';

// As undici's main module does for all of its dispatchers.
Object.assign(Client.prototype, { connect, request });

export { Client };
