import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isConnectorError } from '../failures.ts'
import type { HttpResponse } from '../http.ts'
import { toDayRows } from './day-rows.ts'
import { judgeResponse, readResponse } from './responses.ts'
import { countAt, idAt, millionthsAt, toDecimal, wholeAt } from './values.ts'

const isDamaged = (error: unknown) => isConnectorError(error) && error.failure.platformCode === 'damaged'

function response(body: string, status = 200, headers: Record<string, string> = {}): HttpResponse {
  return { status, headers, url: 'https://googleads.example', body: Buffer.from(body) }
}

describe('Values of an answer', () => {
  it('19-digit ids: are kept, and those that came as numbers too large to be exact are refused', () => {
    assert.equal(idAt({ campaign: { id: '9223372036854775807' } }, 'campaign.id'), '9223372036854775807')
    assert.equal(idAt({ campaign: { id: 211 } }, 'campaign.id'), '211')
    const bare: unknown = JSON.parse('{"id":9223372036854775807}')
    assert.throws(() => idAt(Object(bare), 'id'), isDamaged)
    for (const id of ['', '-', '1e3', null, undefined, -1, 1.5, true])
      assert.throws(() => idAt({ id }, 'id'), isDamaged)
  })

  it('numbers as text: are read as text or as numbers, and are 0 when they are not there', () => {
    assert.equal(wholeAt({}, 'metrics.costMicros'), 0n)
    assert.equal(wholeAt({ metrics: null }, 'metrics.costMicros'), 0n)
    assert.equal(countAt({ metrics: { clicks: '211' } }, 'metrics.clicks'), 211)
    assert.equal(countAt({ metrics: { clicks: 211 } }, 'metrics.clicks'), 211)
    assert.equal(toDecimal(millionthsAt({ value: '12.5' }, 'value')), '12.5')
    assert.equal(toDecimal(millionthsAt({ value: 912.4000000000001 }, 'value')), '912.4')
    assert.equal(toDecimal(millionthsAt({ value: 1e-7 }, 'value')), '0')
    assert.equal(toDecimal(wholeAt({ cost: '48370000' }, 'cost')), '48.37')
    assert.equal(toDecimal(-1_500_000n), '-1.5')
    assert.equal(toDecimal(100_000_000n), '100')
  })

  it('“-” and null: what is no figure is never taken for 0', () => {
    for (const value of ['-', '--', 'NaN', '1,5', true, {}, [], Number.NaN, Number.POSITIVE_INFINITY]) {
      assert.throws(() => millionthsAt({ value }, 'value'), isDamaged, JSON.stringify(value))
      assert.throws(() => wholeAt({ value }, 'value'), isDamaged, JSON.stringify(value))
    }
  })

  it('that are missing make a row of zeros, not a failure', () => {
    const row = { segments: { date: '2026-11-01' }, campaign: { id: '211' }, metrics: {} }
    const nothing = { account: [], adGroups: [], ads: [], assetGroups: [], purchases: new Map() }
    const [made] = toDayRows({ ...nothing, campaigns: [row] }).get('2026-11-01') ?? []
    assert.deepEqual([made?.spend, made?.clicks, made?.purchases, made?.reach], ['0', 0, '0', null])
  })
})

describe('Answers of Google Ads', () => {
  it('are data, in an array of batches or alone, or nothing at all', () => {
    assert.deepEqual(readResponse(response('[]')), { parts: [] })
    assert.deepEqual(readResponse(response('[{"fieldMask":"a"}]')), { parts: [{ fieldMask: 'a' }] })
    assert.deepEqual(readResponse(response('{"resourceNames":[]}')), { parts: [{ resourceNames: [] }] })
  })

  it('are an error when any part of them is one, in an array or alone', () => {
    const error = {
      code: 400,
      status: 'INVALID_ARGUMENT',
      details: [
        {
          '@type': 'type.googleapis.com/google.ads.googleads.v25.errors.GoogleAdsFailure',
          errors: [{ errorCode: { queryError: 'UNRECOGNIZED_FIELD' }, message: 'Unrecognized field.' }],
          requestId: '3PJ6',
        },
      ],
    }
    const trouble = {
      status: 400,
      code: 'queryError.UNRECOGNIZED_FIELD',
      message: 'Unrecognized field.',
      requestId: '3PJ6',
    }
    for (const body of [{ error }, [{ error }], [{ results: [{}] }, { error }]])
      assert.deepEqual(readResponse(response(JSON.stringify(body), 400)), { trouble })
  })

  it('name the quota, whose it is and for how long', () => {
    const body = `{"error":{"code":429,"status":"RESOURCE_EXHAUSTED","details":[{"@type":"x.GoogleAdsFailure","errors":[{"errorCode":{"quotaError":"RESOURCE_EXHAUSTED"},"message":"Too many requests. Retry in 40591 seconds.","details":{"quotaErrorDetails":{"rateScope":"DEVELOPER","rateName":"Number of operations for basic access","retryDelay":"40591s"}}}]}]}}`
    const read = readResponse(response(body, 429, { 'request-id': 'abc' }))
    assert.ok('trouble' in read)
    assert.deepEqual(
      [read.trouble.retryMs, read.trouble.isWholeProject, read.trouble.requestId],
      [40_591_000, true, 'abc'],
    )
  })

  it('that were cut short are asked for again, and quotas are not', () => {
    assert.equal(judgeResponse(response('[{"results":[{"campa')), 'transient')
    assert.equal(judgeResponse(response('<html></html>')), 'transient')
    assert.equal(judgeResponse(response('[{"results":[]}]\n')), 'final')
    assert.equal(judgeResponse(response('', 503)), 'transient')
    assert.equal(judgeResponse(response('{}', 429)), 'final')
    assert.deepEqual(readResponse(response('nonsense')), {
      trouble: { status: 200, code: 'page', message: '', requestId: '' },
    })
  })
})
