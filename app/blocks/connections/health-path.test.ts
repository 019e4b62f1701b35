import assert from 'node:assert/strict'
import { test } from 'node:test'
import { healthPath } from './health-path.ts'

test('every place of a finding has its page', () => {
  const at = (place: Parameters<typeof healthPath>[1]) => healthPath('nord.test', place)
  assert.equal(at({ page: 'connections' }), '/shop/nord.test/integrations')
  assert.equal(at({ page: 'connections', connection: 'c' }), '/shop/nord.test/integrations#c-c')
  assert.equal(at({ page: 'reconciliation' }), '/shop/nord.test/integrations/reconciliation')
  assert.equal(at({ page: 'imports' }), '/shop/nord.test/integrations/imports')
  assert.equal(at({ page: 'goods' }), '/shop/nord.test/costs/goods')
  assert.equal(at({ page: 'basics' }), '/shop/nord.test/setup/done#basics')
  assert.equal(at({ page: 'privacy' }), '/shop/nord.test/settings/privacy')
  assert.equal(at({ page: 'summary' }), '/shop/nord.test')
  assert.equal(at({ page: 'summary', day: '2026-11-19' }), '/shop/nord.test?from=2026-11-19&to=2026-11-19')
  assert.equal(at({ page: 'order', order: '1 2' }), '/shop/nord.test?open=orders&order=1+2')
})
