import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, suite, test } from 'node:test'
import { updatePerson } from '@tillsight/database'
import { addAnnotation, listAnnotations, removeAnnotation } from './annotations.ts'
import { run, type ShopContext } from './context/index.ts'
import type { Role } from './inputs/index.ts'
import { isRefused, openTestPeople } from './organisations/testing.ts'
import { openTestStores } from './reports/shop.testing.ts'
import { openShopFor } from './shops/index.ts'

const { db, warehouse, openShop } = await openTestStores({ after })
const { newMember } = await openTestPeople({ after }, { db })

async function newReader(role: Role, on?: ShopContext, name = `The ${role}`): Promise<ShopContext> {
  const ctx = on ?? (await openShop())
  const person = await newMember(ctx.organisation, role)
  await updatePerson(db.kysely, person.person, { name })
  return openShopFor(person, { ...ctx, warehouse }, { id: ctx.shop.id })
}

const march = { from: '2026-03-01', to: '2026-03-31' }
const note = { day: '2026-03-10', text: 'The sale begins', isShared: false }
const shared = { ...note, text: 'TV spot', day: '2026-03-09', isShared: true }

async function seenBy(ctx: ShopContext) {
  return (await run(listAnnotations, ctx, march)).map(({ text, author, mayRemove }) => [text, author, mayRemove])
}

suite('notes on days', () => {
  test('are seen by their author, and shared ones by everybody with the name of who wrote them', async () => {
    const analyst = await newReader('analyst')
    const viewer = await newReader('viewer', analyst)
    await run(addAnnotation, analyst, { ...note, text: '  The sale begins ' })
    await run(addAnnotation, analyst, shared)
    await run(addAnnotation, viewer, { ...note, text: 'Mine' })
    await run(addAnnotation, viewer, { ...note, day: '2026-04-01' })
    assert.deepEqual(await seenBy(analyst), [
      ['TV spot', null, true],
      ['The sale begins', null, true],
    ])
    assert.deepEqual(await seenBy(viewer), [
      ['TV spot', 'The analyst', false],
      ['Mine', null, true],
    ])
    assert.deepEqual(await seenBy({ ...viewer, actor: { kind: 'local' } }), [['TV spot', 'The analyst', true]])
    assert.deepEqual(await seenBy(await newReader('owner')), [])
  })

  test('of somebody without a name are told from own ones', async () => {
    const viewer = await newReader('viewer')
    await run(addAnnotation, await newReader('analyst', viewer, ''), shared)
    assert.deepEqual(await seenBy(viewer), [['TV spot', '', false]])
  })

  test('are shared by whoever may, and removed by their author or whoever may share', async () => {
    const analyst = await newReader('analyst')
    const [viewer, admin] = [await newReader('viewer', analyst), await newReader('admin', analyst)]
    await assert.rejects(run(addAnnotation, viewer, shared), isRefused('forbidden', /annotations:write/))
    const { id: tv } = await run(addAnnotation, analyst, shared)
    const { id: own } = await run(addAnnotation, analyst, note)
    await assert.rejects(run(removeAnnotation, viewer, { annotation: tv }), isRefused('forbidden'))
    const missing = isRefused('not_found', /does not exist any more/)
    for (const annotation of [own, randomUUID(), 'nonsense']) {
      await assert.rejects(run(removeAnnotation, admin, { annotation }), missing)
    }
    await assert.rejects(run(removeAnnotation, await newReader('owner'), { annotation: tv }), missing)
    await run(removeAnnotation, admin, { annotation: tv })
    await run(removeAnnotation, analyst, { annotation: own })
    assert.deepEqual(await seenBy(analyst), [])
  })

  test('stand on days that exist, in one line that is not too long', async () => {
    const ctx = await newReader('viewer')
    const wrong: readonly [change: object, text: RegExp][] = [
      [{ day: '2026-02-30' }, /2026-02-30/],
      [{ text: '  ' }, /Write what happened/],
      [{ text: 'x'.repeat(281) }, /at most 280/],
      [{ text: 'two\nlines' }, /one line/],
    ]
    for (const [change, text] of wrong) {
      await assert.rejects(run(addAnnotation, ctx, { ...note, ...change }), isRefused('invalid_input', text))
    }
    await assert.rejects(run(addAnnotation, await openShop(), note), isRefused('forbidden', /stored for a person/))
  })
})
