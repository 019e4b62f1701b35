import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { addDecimals, Notes, negateDecimal, subtractDecimals, toDecimal, toInstant, toPlainText } from './values.ts'

describe('Reading amounts', () => {
  it('keeps decimals as they came and rounds beyond six places, half away from zero', () => {
    const notes = new Notes()
    for (const [given, read] of [
      ['12.50', '12.50'],
      ['-0.10', '-0.10'],
      [12, '12'],
      [2.5, '2.5'],
      [0.0000001, '0.000000'],
      ['2.780333333333333', '2.780333'],
      ['1.0000005', '1.000001'],
      ['-1.0000005', '-1.000001'],
      ['+3', '3'],
      [null, '0'],
      [undefined, '0'],
    ] as const) {
      assert.equal(toDecimal(given, notes), read, String(given))
    }
    assert.deepEqual(notes.about('x'), [])
  })

  it('understands local decimal signs and says that it had to guess', () => {
    for (const [given, read] of [
      ['12,50', '12.50'],
      ['1,234.50', '1234.50'],
      ['1.234,50', '1234.50'],
      ['-,5', '-0.5'],
      ['', '0'],
      ['free', '0'],
    ] as const) {
      const notes = new Notes()
      assert.equal(toDecimal(given, notes), read, given)
      assert.equal(notes.about('Order 1').length, 1, given)
    }
  })

  it('adds, subtracts and negates exactly', () => {
    const micros = fc.integer({ min: -1e12, max: 1e12 })
    const text = (value: number) => {
      const digits = String(Math.abs(value)).padStart(7, '0')
      return `${value < 0 ? '-' : ''}${digits.slice(0, -6)}.${digits.slice(-6)}`
    }
    fc.assert(
      fc.property(micros, micros, (a, b) => {
        const difference = subtractDecimals(text(a), text(b))
        assert.equal(Math.round(Number(difference) * 1e6), a - b)
        assert.equal(addDecimals([difference, text(b), negateDecimal(text(a))]), '0')
      }),
    )
  })
})

describe('Reading dates', () => {
  it('takes zoneless ones as UTC and nonsense as none', () => {
    assert.equal(toInstant('2026-10-03T14:22:31'), '2026-10-03T14:22:31Z')
    assert.equal(toInstant('2026-10-03 14:22:31'), '2026-10-03T14:22:31Z')
    assert.equal(toInstant('2026-10-03T14:22:31+02:00'), '2026-10-03T12:22:31Z')
    for (const none of [null, '', '0000-00-00T00:00:00', '-0001-11-30T00:00:00', 'soon', 5])
      assert.equal(toInstant(none), null)
  })
})

describe('Names that WordPress made ready for HTML', () => {
  it('are read as people wrote them, once', () => {
    for (const [html, text] of [
      ['Wool &amp; Rig', 'Wool & Rig'],
      ['Tom&#8217;s &#x201C;Best&#x201d; &ndash; &lt;1&gt; &#039;x&#039;', "Tom’s “Best” – <1> 'x'"],
      ['R&amp;amp;B', 'R&amp;B'],
      ['AT&T; &unheard; &#0; &#9999999;', 'AT&T; &unheard; &#0; &#9999999;'],
    ] as const) {
      assert.equal(toPlainText(html), text)
    }
  })
})
