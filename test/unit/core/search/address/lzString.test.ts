import assert from 'node:assert/strict';
import { unpackLzString } from '../../../../../src/core/search/address/discoverUrl';

/** 150,000 times the letter a, as lz-string 1.5 packs it. */
const manyTimesA =
  'IY18ZXTt/DFOS1b0c17Pd/wYUcSaWeRZVdTbXfQ408y62+x519z73/wMFDhI0WPETJU6TNlz5CxUuUrVa9Rs1btO3Xv0HDR4ydNnzFy1es3bd+w8dPnL12/cfPX7z99//AYFBwSGhYeERkVHRMbFx8QmJSckpqWnpGZlZ2Tm5efkFhUXFJaVl5RWVVdU1tXX1DY1NzS2tbe0dnV3dPb19/QODQ8Mjo2PjE5NT0zOzc/MLi0vLK6tr6xubW9s7u3v7B4dHxyenZ+cXl1fXN7d39w+PT88vr2/vH59f3z+/f/8AwFA4Eg0Fg8EQyFQ6Ew2Fw+EIxFI5Eo1Fo9EYzFY7E43F4/EEwlE4kk0lk8kUylU6k02l0+kMxlM5ks1ls9kczlc7k83l8/kCwVC4Ui0Vi8USyVS6Uy2Vy+UKxVK5Uq1Vq9UazVa7U63V6/UGw1G40m01m80Wy1W602212+0Ox1O50u11u90ez1e70+31+/0BwNB4Mh0Nh8MRyNR6Mx2Nx+MJxNJ5Mp1Np9MZzNZ7M53N5/MFwtF4sl0tl8sVytV6s12t1+sNxtN5st1tt9sdztd7s93t9/sDwdD4cj0dj8cTydT6cz2dz+cLxdL5cr1dr9cbzdb7c73d7/cHw9H48n09n88Xy9X683293+8Px9P58v19v98fz9f78/39//8AYBQHASBoFgeBEGQVB0EwbBcHwQhiFIchKGoWh6EYZhWHYThuF4fhBGEURxEkaRPhAA=';

describe('lzString: what lz-string packed', () => {
  it('is unpacked, in any script', () => {
    assert.equal(unpackLzString('IZA=', 10), 'a');
    assert.equal(unpackLzString('BYS4NmD2AEjI5HDC8G4AD2g=', 100), 'héllo ✓ ✓ ✓ 😀');
    assert.equal(unpackLzString('Q===', 10), '');
  });

  it('is unpacked up to a limit: a short text can stand for a very long one', () => {
    assert.equal(unpackLzString(manyTimesA, 150_000), 'a'.repeat(150_000));
    assert.equal(unpackLzString(manyTimesA, 149_999), undefined);
  });

  it('is not unpacked where it is damaged', () => {
    for (const text of ['', 'B', 'BYS4NmD2AEjI5', '????', manyTimesA.slice(0, 300), 'A'.repeat(5_000)])
      assert.equal(unpackLzString(text, 1_000_000), undefined, text);
  });
});
