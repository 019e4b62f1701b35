import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { isAppError, toConnectionId, toShopId } from '@tillsight/core'
import { parseDay } from '@tillsight/core/days'
import { listNumberChanges, recordNumberChanges } from '@tillsight/database'
import { z } from 'zod'
import { roles } from '../inputs/index.ts'
import { openTestStores } from '../reports/shop.testing.ts'
import { type Actor, actorName, mayEnter, permissionsOf } from './actor.ts'
import type { ShopContext } from './context.ts'
import { rolePermissions } from './permissions.ts'
import { defineVerb, run } from './verb.ts'

const stores = await openTestStores({ after })
const someShop = toShopId('00000000-0000-0000-0000-000000000001')

/** A verb that writes and then fails if told to by its input. */
const note = defineVerb({
  name: 'test.note',
  needs: 'health:write',
  access: 'write',
  input: z.object({ cause: z.string().min(1), fails: z.boolean().default(false) }),
  output: z.object({ cause: z.string() }),
  async run({ queries, shop, clock }: ShopContext, { cause, fails }) {
    const change = {
      shopId: shop.id,
      day: parseDay('2026-03-10'),
      orderId: '1',
      cause,
      amountBefore: '1',
      amountAfter: '2',
      seenAt: clock.now(),
    }
    await recordNumberChanges(queries, [change])
    if (fails) throw new Error('after the write')
    return { cause, extra: 'not part of the output' }
  },
})

async function countNotes(ctx: ShopContext): Promise<number> {
  return (await listNumberChanges(ctx.db.kysely, ctx.shop.id, { since: new Date(0), limit: 10 })).length
}

suite('running a verb', () => {
  test('writes in one transaction: what fails leaves nothing', async () => {
    const ctx = await stores.openShop()
    await assert.rejects(run(note, ctx, { cause: 'x', fails: true }), /after the write/)
    assert.equal(await countNotes(ctx), 0)
    await run(note, ctx, { cause: 'x' })
    assert.equal(await countNotes(ctx), 1)
  })

  test('leaves an audit entry that names the actor, and answers nothing but the declared output', async () => {
    const entries: object[] = []
    const ctx = await stores.openShop()
    const log = { ...ctx.log, info: (fields: object) => void entries.push(fields) }
    assert.deepEqual(await run(note, { ...ctx, log }, { cause: 'x' }), { cause: 'x' })
    assert.deepEqual(entries, [{ audit: 'test.note', actor: 'local', shop: ctx.shop.id }])
  })

  test('refuses input that does not fit, naming the field, and actors without the permission or the shop', async () => {
    const ctx = await stores.openShop()
    await assert.rejects(
      run(note, ctx, { cause: '' }),
      (error) => isAppError(error) && error.code === 'invalid_input' && error.details['field'] === 'cause',
    )
    const refused: [Actor, string][] = [
      [{ kind: 'person', id: 'p', role: 'viewer', shops: 'all' }, 'forbidden'],
      [{ kind: 'api_key', id: 'k', permissions: ['metrics:read'], shops: 'all' }, 'forbidden'],
      [{ kind: 'person', id: 'p', role: 'owner', shops: [someShop] }, 'not_found'],
    ]
    for (const [actor, code] of refused) {
      await assert.rejects(
        run(note, { ...ctx, actor }, { cause: 'x' }),
        (error) => isAppError(error) && error.code === code,
      )
    }
    assert.equal(await countNotes(ctx), 0)
  })
})

test('every role may do what the one below may, and none writes records or the rates that all shops share', () => {
  for (const [index, role] of roles.entries()) {
    const below = roles[index + 1]
    assert.ok(
      !below || rolePermissions[below].every((permission) => rolePermissions[role].some((own) => own === permission)),
      role,
    )
    const own = new Set<string>(rolePermissions[role])
    assert.ok(own.has('self') && !own.has('records:write') && !own.has('rates:write'), role)
  }
})

test('actors are named, limited to their shops, and allowed by what they are', () => {
  const webhook: Actor = { kind: 'webhook', connection: toConnectionId('00000000-0000-0000-0000-000000000002') }
  const limited: Actor = { kind: 'api_key', id: 'k', permissions: ['metrics:read'], shops: [] }
  assert.equal(actorName(webhook), 'webhook:00000000-0000-0000-0000-000000000002')
  assert.equal(actorName({ kind: 'job', name: 'sync' }), 'job:sync')
  assert.deepEqual([mayEnter(limited, someShop), mayEnter(webhook, someShop)], [false, true])
  assert.deepEqual([permissionsOf(limited).length, permissionsOf(webhook).includes('shops:write')], [1, false])
})
