import assert from 'node:assert/strict'
import { test } from 'node:test'
import { doesQuote, withoutQuotes } from './erase-customer.ts'
import { isNamed, isSamePhone } from './find-person.ts'

test('a phone number is the same however it says its country', () => {
  const same: readonly [string, string][] = [
    ['+49 151 2345678', '0049-151/2345678'],
    ['+49 151 2345678', '0151 2345678'],
    ['0151 2345678', '151 2345678'],
  ]
  for (const [one, other] of same) assert.ok(isSamePhone(one, other) && isSamePhone(other, one), `${one} ${other}`)
  const others: readonly [string, string][] = [
    ['+49 151 2345678', '+43 151 2345678'],
    ['+49 151 2345678', '0151 2345679'],
    ['+49 151 2345678', '45678'],
    ['', ''],
  ]
  for (const [one, other] of others) assert.ok(!isSamePhone(one, other), `${one} ${other}`)
})

test('an address names somebody whatever its case, an id only as a whole', () => {
  const traits = { emails: new Set(['ida@example.net']), phones: new Set<string>(), ids: new Set(['41']) }
  const nobody = { id: null, email: null, phone: null }
  assert.ok(isNamed(traits, { ...nobody, email: ' Ida@Example.NET' }))
  assert.ok(isNamed(traits, { ...nobody, id: '41' }))
  assert.ok(!isNamed(traits, { ...nobody, id: '410', email: 'xida@example.net', phone: '41' }))
})

async function* pieces(text: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let start = 0; start < text.length; start += size) yield text.subarray(start, start + size)
}

test('a quote is found across pieces, and what cannot be unpacked is taken for one', async () => {
  const text = Buffer.from(`${'x,'.repeat(40)}IDA@example.net,y`)
  assert.equal(await doesQuote(pieces(text, 7), ['ida@example.net']), true)
  assert.equal(await doesQuote(pieces(text, 7), ['ida@example.org']), false)
  assert.equal(await doesQuote(pieces(Buffer.from([0x1f, 0x8b, 1, 2, 3]), 9), ['ida@example.net']), true)
  assert.equal(await doesQuote(pieces(Buffer.alloc(0), 9), ['ida@example.net']), false)
})

test('texts are taken out of every depth of a document, the longest first and literally', () => {
  const clean = withoutQuotes(['Ida', 'Ida Berg', 'a.b'], '(erased)')
  assert.deepEqual(clean({ a: ['of ida berg', 3, null], 'Ida.': { b: 'a+b a.b' } }), {
    a: ['of (erased)', 3, null],
    '(erased).': { b: 'a+b (erased)' },
  })
})
