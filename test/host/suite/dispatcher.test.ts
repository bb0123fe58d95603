import { provesThatDispatcherIsLeftAlone } from '../shared/dispatcher';

describe('loading the core in the extension host', () => {
  it('leaves the process-wide dispatcher of fetch alone', provesThatDispatcherIsLeftAlone);
});
