import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Allowance, pauseAfterThrottle } from './allowance.ts'
import { toFailure } from './failures.ts'
import { judgeResponse, readResponse } from './responses.ts'

function response(status: number, body: unknown, headers: Record<string, string> = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return { status, headers, url: 'https://a.myshopify.com/', body: Buffer.from(text) }
}

const bucket = { maximumAvailable: 2000, currentlyAvailable: 103, restoreRate: 100 }
const throttledResponse = response(200, {
  errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }],
  extensions: { cost: { requestedQueryCost: 772, actualQueryCost: null, throttleStatus: bucket } },
})

describe('an answer of the Admin API', () => {
  it('says that it is a refusal for cost although its status is 200, and how long to wait', () => {
    const { answer, cost } = readResponse(throttledResponse)
    assert.equal(answer.kind, 'throttled')
    assert.equal(pauseAfterThrottle(cost), Math.ceil((772 - 103) * 10 * 1.1))
    assert.equal(pauseAfterThrottle({ requested: 3000, maximum: 2000, available: 0, perSecond: 100 }), undefined)
    assert.equal(judgeResponse(throttledResponse), 'final')
  })

  it('keeps what came although one field was refused, and is nothing when all was', () => {
    const denied = [
      {
        message: 'Access denied for customer field. Required access: `read_customers` access scope.',
        path: ['order', 'customer'],
        extensions: { code: 'ACCESS_DENIED' },
      },
    ]
    const partly = readResponse(response(200, { data: { order: { id: '1', customer: null } }, errors: denied })).answer
    assert.ok(partly.kind === 'data')
    assert.deepEqual(
      partly.denied.map(({ path }) => path),
      ['order.customer'],
    )
    assert.equal(readResponse(response(200, { data: { order: null }, errors: denied })).answer.kind, 'trouble')
    assert.equal(readResponse(response(200, { data: { product: null } })).answer.kind, 'data', 'gone is an answer too')
    const mixed = [...denied, { message: 'Internal', extensions: { code: 'INTERNAL_SERVER_ERROR' } }]
    const result = readResponse(response(200, { data: { order: { id: '1' } }, errors: mixed })).answer
    assert.ok(result.kind === 'trouble' && result.code === 'INTERNAL_SERVER_ERROR', 'never complete beside a fault')
  })

  it('is understood in whatever form the errors come', () => {
    const text = readResponse(response(401, { errors: '[API] Invalid API key' })).answer
    assert.ok(text.kind === 'trouble' && text.message === '[API] Invalid API key')
    const fields = readResponse(response(400, { errors: { query: 'Required parameter missing' } })).answer
    assert.ok(fields.kind === 'trouble' && fields.message === 'Required parameter missing')
    assert.equal(readResponse(response(200, '<html>')).answer.kind, 'trouble')
  })

  it('is asked again when the fault passes, and only then', () => {
    const verdict = (code: string) => judgeResponse(response(200, { errors: [{ message: 'x', extensions: { code } }] }))
    assert.equal(verdict('INTERNAL_SERVER_ERROR'), 'transient')
    assert.equal(verdict('ACCESS_DENIED'), 'final')
    assert.equal(judgeResponse(response(200, '{"data": {"sho')), 'transient')
    assert.equal(judgeResponse(response(430, '')), 'throttled')
    assert.equal(judgeResponse(response(503, '<html>')), 'transient')
    assert.equal(judgeResponse(response(402, '{"errors":"x"}')), 'final')
  })
})

describe('the allowance', () => {
  const cost = { requested: 500, maximum: 2000, available: 200, perSecond: 100 }

  it('makes a question wait until the bucket holds what it will set aside', () => {
    const allowance = new Allowance()
    assert.equal(allowance.waitMs('orders', 0), 0)
    allowance.learn('orders', cost, 0)
    assert.equal(allowance.waitMs('orders', 0), 3_000)
    assert.equal(allowance.waitMs('orders', 1_000), 2_000)
    assert.equal(allowance.waitMs('orders', 60_000), 0)
    assert.equal(allowance.waitMs('something cheap', 0), 0)
  })

  it('never waits for more than the bucket can hold', () => {
    const allowance = new Allowance()
    allowance.learn('orders', { ...cost, requested: 9_000, available: 2000 }, 0)
    assert.equal(allowance.waitMs('orders', 0), 0)
  })
})

describe('what the merchant reads', () => {
  const asked = { shop: 'a.myshopify.com', what: 'orders', now: new Date(0) }
  const failureOf = (status: number, message: string, code = '') =>
    toFailure({ status, code, message }, response(status, '', { 'x-request-id': 'req-7' }), asked).failure

  it('is of the kind that says what happens next', () => {
    const kinds = [401, 402, 403, 404, 423, 429, 430, 500].map((status) => failureOf(status, 'x').kind)
    assert.deepEqual(kinds, [
      'reauth',
      'account_state',
      'permission',
      'account_state',
      'account_state',
      'throttled',
      'throttled',
      'transient',
    ])
    assert.equal(failureOf(403, '[API] Non-expiring access tokens are no longer accepted').kind, 'reauth')
    assert.match(failureOf(403, 'not approved to access protected customer data').message, /protected customer data/)
    assert.match(failureOf(200, 'Required access: `read_orders` access scope.', 'ACCESS_DENIED').message, /read_orders/)
    assert.equal(failureOf(200, "Field 'x' doesn't exist on type 'Y'").kind, 'bad_request')
    assert.match(failureOf(200, 'Internal', 'INTERNAL_SERVER_ERROR').message, /req-7/)
  })
})
