import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { toConnectionId } from '@tillsight/core'
import { reportHealthIssue } from '@tillsight/database'
import { run } from '../context/index.ts'
import { openTestShop, openTestStores } from '../sync/testing.ts'
import { listHealth, mostIssues, noteSkippedRecords } from './index.ts'

const stores = await openTestStores({ after })

test('however many issues there are, the list has the gravest', async () => {
  const { ctx } = await openTestShop(stores, { zone: 'UTC' })
  const shopId = ctx.shop.id
  const at = ctx.clock.now()
  const warnings = Array.from({ length: mostIssues + 3 }, (_, index) => `Order ${index} cannot be read.`)
  const connection = toConnectionId('5ad4b0ee-1111-4222-8333-444455556666')
  await noteSkippedRecords(ctx.queries, { shop: shopId, connection, stream: 'Orders', warnings, at })
  const later = new Date(at.getTime() + 1000)
  await reportHealthIssue(ctx.queries, {
    shopId,
    kind: 'record_unreadable',
    key: 'orders',
    at: later,
    detail: { order: '7', problem: 'no date' },
  })
  const issues = await run(listHealth, ctx, {})
  assert.deepEqual([issues.length, issues[0]?.kind, issues[0]?.severity], [mostIssues, 'record_unreadable', 'error'])
})
