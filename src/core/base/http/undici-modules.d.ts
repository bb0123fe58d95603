// undici has types for what its main module exports, by these names.

declare module 'undici/lib/dispatcher/client.js' {
  const Client: typeof import('undici').Client;
  export default Client;
}

declare module 'undici/lib/api/api-request.js' {
  const request: import('undici').Client['request'];
  export default request;
}

declare module 'undici/lib/api/api-connect.js' {
  const connect: import('undici').Client['connect'];
  export default connect;
}
