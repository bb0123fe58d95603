import assert from 'node:assert/strict';
import { setTranslation } from '../../../src/l10n/language';
import { type AmountUnit, amountText, bytesText, exactAmountText } from '../../../src/protocol/amounts';

describe('amounts: an amount', () => {
  const sizes: readonly [bytes: number, text: string][] = [
    [0, '0 bytes'],
    [1, '1 byte'],
    [812, '812 bytes'],
    [1_000, '1 KB'],
    [34_210, '34.2 KB'],
    [98_687, '98.7 KB'],
    [999_499, '999 KB'],
    [999_500, '1 MB'],
    [64_000_000, '64 MB'],
    [3_210_000_000, '3.21 GB'],
    [9.9e18, '9,900,000 TB'],
  ];
  for (const [bytes, text] of sizes) it(`of ${bytes} bytes is ${text}`, () => assert.equal(bytesText(bytes), text));

  const durations: readonly [amount: number, unit: AmountUnit, text: string][] = [
    [10_510_676_402, 'ns', '10.5 s'],
    [80_758, 'ns', '80.8 µs'],
    [812, 'ns', '812 ns'],
    [999_499, 'ns', '999 µs'],
    [999_500, 'ns', '1 ms'],
    [5, 'ms', '5 ms'],
    [0, 'ms', '0 ms'],
    [0.25, 'ms', '250 µs'],
    [90, 's', '90 s'],
    [150, 's', '2.5 min'],
    [5_400, 's', '90 min'],
    [3, 'h', '3 h'],
    [2, 'd', '2 d'],
    [-1_500, 'ms', '-1.5 s'],
    [0.25, 'percent', '25%'],
  ];
  for (const [amount, unit, text] of durations) {
    it(`of ${amount} ${unit} is ${text}`, () => assert.equal(amountText(amount, unit), text));
  }

  it('has every digit where it is exact', () => {
    assert.equal(exactAmountText('10510676402', 'ns'), '10,510,676,402 ns');
    assert.equal(exactAmountText('9007199254740993', 'us'), '9,007,199,254,740,993 µs');
    assert.equal(exactAmountText('1', 'bytes'), '1 byte');
    assert.equal(exactAmountText('98687', 'bytes'), '98,687 bytes');
    assert.equal(exactAmountText('1.10', 'ms'), '1.10 ms');
    assert.equal(exactAmountText('1.5', 'bytes'), '1.5 bytes');
    assert.equal(exactAmountText('0.125', 'percent'), '0.125');
  });

  it('is written in the language of the rest', () => {
    try {
      setTranslation({ language: 'de', contents: { '{0} s': '{0} Sek.' } });
      assert.equal(amountText(10_510_676_402, 'ns'), '10,5 Sek.');
      assert.equal(exactAmountText('10510676402', 'ns'), '10.510.676.402 ns');
    } finally {
      setTranslation(undefined);
    }
  });
});
