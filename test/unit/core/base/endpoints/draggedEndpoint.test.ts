import assert from 'node:assert/strict';
import { draggedEndpointText, readDraggedEndpoint } from '../../../../../src/core/base/endpoints/placeInList';

describe('draggedEndpoint: what is dropped on a view', () => {
  const id = '6f3d1b6e-5a0e-4a3c-9f36-0d9a8a1a8f10';

  it('is the endpoint whose row was dragged', () => {
    assert.equal(readDraggedEndpoint(draggedEndpointText(id)), id);
  });

  for (const text of [
    '',
    id,
    '{"endpointId":"x"}',
    `{"endpointId":["${id}"]}`,
    `{"endpointId":"${id}","more":1}`,
    `{"endpointId":"${id}"}${' '.repeat(200)}`,
  ]) {
    it(`is nothing of ours: ${JSON.stringify(text).slice(0, 60)}`, () => {
      assert.equal(readDraggedEndpoint(text), undefined);
    });
  }
});
