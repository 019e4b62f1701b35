import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { FailureKind } from '../failures.ts'
import { handlingOfError, toFailure } from './failures.ts'
import { invalidMetrics, judgeResponse, kindOf, readResponse } from './responses.ts'
import { parseCsv } from './tasks.ts'
import { figureOf, parseExactly } from './values.ts'

function response(status: number, body: unknown) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return { status, headers: {}, url: 'https://business-api.tiktok.com/', body: Buffer.from(text) }
}

function failureOf(code: number, message = 'Something') {
  const result = readResponse(response(200, { code, message, request_id: '2026112012', data: {} }))
  assert.ok(result.kind !== 'data', String(code))
  return toFailure(result, { what: 'figures', advertiser: 'Socks EU', now: new Date('2026-11-21T18:00:00Z') })
}

describe('a code of TikTok', () => {
  const codes: Readonly<Record<FailureKind, readonly number[]>> = {
    permission: [40_001, 40_003, 40_117, 40_118, 40_125, 40_130],
    not_found: [40_007, 40_300, 40_302],
    throttled: [40_016, 40_100, 40_101, 40_102, 40_132, 40_133, 61_000],
    reauth: [40_103, 40_104, 40_105, 40_106, 40_107, 40_108, 40_109, 40_110, 40_113, 40_114, 40_124],
    transient: [
      40_200, 40_201, 40_202, 50_000, 50_002, 51_000, 51_001, 51_010, 51_037, 51_039, 51_305, 52_000, 53_103, 59_999,
      60_001,
    ],
    account_state: [41_000],
    bad_request: [40_000, 40_002, 40_006, 40_009, 40_013, 40_051, 40_400, 40_700, 41_001, 41_002, 49_999],
    too_big: [],
  }
  for (const [kind, list] of Object.entries(codes)) {
    for (const code of list) {
      it(`${code} is ${kind}, in words that say what to do`, () => {
        const { failure } = failureOf(code)
        assert.equal(failure.kind, kind)
        assert.ok(failure.message.length > 40 && failure.message.endsWith('.'), failure.message)
      })
    }
  }

  it('decides by its words where it means two things', () => {
    assert.equal(kindOf(40_102, 'Access token has expired.'), 'reauth')
    assert.equal(kindOf(40_101, 'Too frequent'), 'throttled')
    assert.equal(kindOf(40_000, "The app_id is inconsistent with the token's app information"), 'reauth')
    assert.equal(kindOf(40_000, 'Invalid parameters'), 'bad_request')
    assert.equal(kindOf(40_001, "The advertiser 7001 doesn't exist or has been deleted."), 'not_found')
    assert.equal(kindOf(40_001, 'advertiser does not grant you /file/video/ad/search/:GET permission'), 'endpoint')
    assert.equal(kindOf(40_001, 'No permission to operate advertiser'), 'permission')
    assert.equal(kindOf(40_133, 'Requests exceed the limit of the day; it is reset at 00:00 UTC.'), 'daily_limit')
  })

  it('waits until midnight UTC when the limit of the day is used up', () => {
    const { failure } = failureOf(40_133, 'Requests exceed the limit of the day')
    assert.deepEqual([failure.kind, failure.retryAfterMs], ['throttled', 6 * 3_600_000])
  })

  it('is an answer when it is zero, or partly so', () => {
    assert.deepEqual(readResponse(response(200, { code: 0, data: { list: [] } })), { kind: 'data', data: { list: [] } })
    assert.deepEqual(readResponse(response(200, { code: '0' })), { kind: 'data', data: {} })
    assert.equal(readResponse(response(200, { code: 20_001, data: { list: [] } })).kind, 'data')
  })

  it('is missing from pages, cut-off JSON, empty answers and unknown shapes: they pass', () => {
    for (const body of ['<html>504</html>', '{"code":0,"data":{"li', '', '{"data":{"list":[]}}', '[]', 'null']) {
      assert.equal(readResponse(response(200, body)).kind, 'transient', body)
      assert.equal(judgeResponse(response(200, body)), 'transient', body)
    }
    assert.equal(readResponse(response(429, 'slow down')).kind, 'throttled')
    assert.equal(judgeResponse(response(429, '')), 'final', 'the ladder for limits is ours')
    assert.equal(judgeResponse(response(504, '<html>')), 'transient')
    assert.equal(judgeResponse(response(200, { code: 40_105 })), 'final')
    assert.equal(judgeResponse(response(200, { code: 51_001 })), 'transient')
  })

  it('says what is done about it beyond its kind', () => {
    assert.equal(handlingOfError(failureOf(40_001)), 'account')
    assert.equal(handlingOfError(failureOf(40_002, "Invalid metric fields: ['a_b', 'c']")), 'metrics')
    assert.equal(handlingOfError(failureOf(40_002, 'The date range cannot be greater than 30 days')), 'range')
    assert.equal(handlingOfError(failureOf(51_001)), 'smaller')
    assert.equal(handlingOfError(failureOf(60_001)), 'other', 'less would not help during maintenance')
    assert.deepEqual(invalidMetrics("Invalid metric fields: ['total_complete_payment_value', 'x2']"), [
      'total_complete_payment_value',
      'x2',
    ])
  })
})

describe('values of TikTok', () => {
  it('19-digit ids: keep every digit, quoted or not', () => {
    const text =
      '{"a":7001234567890123456,"b":"7001234567890123457","c":[7001234567890123458],"d":12.5,"e":"x 7001234567890123459"}'
    assert.deepEqual(parseExactly(text), {
      a: '7001234567890123456',
      b: '7001234567890123457',
      c: ['7001234567890123458'],
      d: 12.5,
      e: 'x 7001234567890123459',
    })
  })

  it('numbers as text, “-” and null: are figures in text or as numbers, and nothing where TikTok has none', () => {
    assert.deepEqual(['48.37', 48.37, '0', '0.00', '12', ' 3.5 '].map(figureOf), [
      '48.37',
      '48.37',
      '0',
      '0',
      '12',
      '3.5',
    ])
    assert.deepEqual(['-', '', null, undefined, 'abc', {}, '1e5', '--'].map(figureOf), Array.from({ length: 8 }))
    assert.equal(figureOf('1.23456789'), '1.234568')
    assert.equal(figureOf('-0.0000001'), '0')
  })

  it('come out of files with commas, quotation marks and line ends in cells', () => {
    assert.deepEqual(parseCsv('\uFEFFa,b\r\n1,"x, ""y"""\r\n,"two\nlines"\n'), [
      ['a', 'b'],
      ['1', 'x, "y"'],
      ['', 'two\nlines'],
    ])
    assert.deepEqual(parseCsv(''), [])
  })
})
