import { provesThatDispatcherIsLeftAlone } from '../shared/dispatcher';

describe('dispatcher: loading the core in the extension host', () => {
  it('leaves the process-wide dispatcher of fetch alone', provesThatDispatcherIsLeftAlone);
});
