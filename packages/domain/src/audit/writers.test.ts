// Who writes into the log, and that nothing that opens anything gets there.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { toShopId } from '@tillsight/core'
import { addAlert, changeAlert, removeAlert } from '../alerts/index.ts'
import { type Context, run, type ShopContext } from '../context/index.ts'
import { servicesWithoutNetwork } from '../context/services.testing.ts'
import { createKey, revokeExposedKey, revokeKey, rotateKey } from '../keys/index.ts'
import * as organisations from '../organisations/index.ts'
import { openTestPeople, testLetters } from '../organisations/testing.ts'
import { createRecoveryCodes } from '../people/index.ts'
import { openTestStores } from '../reports/shop.testing.ts'
import { updateSettings } from '../shops/index.ts'
import { addSlack, changeSlack, removeSlack } from '../slack/index.ts'
import { organisationVerbs, personVerbs, shopVerbs } from '../verbs.ts'
import { addWebhook, changeWebhook, removeWebhook, rotateWebhook } from '../webhooks/index.ts'
import { type AuditEntry, auditActions, listAudit, verifyAudit } from './index.ts'

const stores = await openTestStores({ after })

/** Verbs that change something, and of which nobody else needs to know. */
const untold = new Map([
  ['a person’s own arrangements', /^(?:profile|picture|notifications|inbox|digest|push|view|preference)\./],
  ['notes, and findings that are put aside', /^(?:annotation|health)\./],
  [
    'work that is asked for, and tries',
    /^(?:sync\.request|shop\.recalculate|reconciliation\..*|ads\.(?:accounts|import)|rates\.fetch)$/,
  ],
  [
    'tries, and messages that are sent again',
    /^(?:conversions\.(?:try|resend|destinations)|connection\.(?:check|check_setup)|webhook\.(?:test|resend))$/,
  ],
  ['steps of connecting before anything is connected', /^connection\.begin$/],
  ['steps before an import begins', /^import\.(?:plan|discard)$/],
  ['the return from a purchase, which tells what it finds as a change of the plan', /^billing\.confirm$/],
])

/** Verbs whose entries have another name. */
const otherwise = new Map([
  ['connection.present', 'connection.add'],
  ['connection.connect', 'connection.add'],
  ['connection.finish', 'connection.add'],
  ['shop.create_own', 'shop.create'],
  ['shop.create_sample', 'shop.create'],
  // Made of imports, whose entries stand for themselves.
  ['shop.fill_sample', 'touches.import'],
  ['costs.import_file', 'costs.save'],
  ['customer.answer_request', 'customer.export'],
])

test('whatever changes something is told, or it is said why not', () => {
  for (const { name, access } of Object.values({ ...shopVerbs, ...organisationVerbs, ...personVerbs })) {
    if (access === 'read') continue
    const action = otherwise.get(name) ?? name
    const isUntold = [...untold.values()].some((pattern) => pattern.test(name))
    assert.notEqual(
      auditActions.some((known) => known === action),
      isUntold,
      name,
    )
  }
})

const rowsOf = ({ db, organisation }: Context) =>
  db.kysely
    .selectFrom('auditEntries')
    .selectAll()
    .where('organisationId', '=', organisation)
    .orderBy('number')
    .execute()

async function told(ctx: Context): Promise<AuditEntry[]> {
  const rows = await rowsOf(ctx)
  return rows.map(({ body }) => JSON.parse(body))
}

suite('entries of', () => {
  test('keys hold neither the key nor its hash', async () => {
    const ctx = await stores.openShop()
    const { id, key } = await run(createKey, ctx, { name: 'Sheet', scopes: ['metrics:read'] })
    const second = await run(rotateKey, ctx, { key: id })
    await run(revokeKey, ctx, { key: id })
    assert.equal(await revokeExposedKey(ctx, second.key), true)
    const entries = await told(ctx)
    assert.deepEqual(
      entries.map(({ action, actor, target }) => [action, actor.name, target.name]),
      [
        ['key.create', 'Command line', 'Sheet'],
        ['key.rotate', 'Command line', 'Sheet'],
        ['key.revoke', 'Command line', 'Sheet'],
        ['key.revoke', 'A key in an address', 'Sheet'],
      ],
    )
    const text = JSON.stringify(entries)
    for (const { hash } of await ctx.db.kysely.selectFrom('apiKeys').select('hash').execute())
      assert.ok(!text.includes(hash))
    for (const secret of [key, second.key]) assert.ok(!text.includes(secret.slice(4, 16)))
  })

  test('webhooks hold neither the secret nor what stands in the address', async () => {
    const ctx = { ...(await stores.openShop()), services: servicesWithoutNetwork }
    const url = 'https://hooks.example/catch/4711/geheim?token=abcdef'
    const { id: webhook, secret } = await run(addWebhook, ctx, { url, events: ['order.booked'] })
    await run(changeWebhook, ctx, { webhook, url: 'https://hooks.example/catch/other', state: 'paused' })
    const rotated = await run(rotateWebhook, ctx, { webhook })
    await run(removeWebhook, ctx, { webhook })
    // The shops of this file share an organisation.
    const entries = (await told(ctx)).filter(({ shop }) => shop === ctx.shop.domain)
    assert.deepEqual(
      entries.map(({ action, target, shop, changes }) => [
        action,
        target.name,
        shop === ctx.shop.domain,
        changes?.map(({ after }) => after),
      ]),
      [
        ['webhook.add', 'hooks.example', true, [['order.booked']]],
        ['webhook.change', 'hooks.example', true, ['changed', 'paused']],
        ['webhook.rotate', 'hooks.example', true, ['changed']],
        ['webhook.remove', 'hooks.example', true, undefined],
      ],
    )
    const text = JSON.stringify(entries)
    for (const part of ['geheim', 'abcdef', 'catch', secret, rotated.secret, secret.slice(6)])
      assert.ok(!text.includes(part), part)
  })

  test('alerts say where figures go; places in Slack never hold their address', async () => {
    const people = await openTestPeople({ after }, { db: stores.db })
    const shop = { ...(await stores.openShop()), services: servicesWithoutNetwork }
    const owner = await people.newMember(shop.organisation, 'owner')
    const actor = { kind: 'person', id: owner.person, role: 'owner', shops: 'all' } as const
    const ctx = { ...shop, actor }
    const url = 'https://hooks.slack.com/services/T0/B0/geheim'
    const { id: slack } = await run(addSlack, ctx, { name: '#sales', url })
    const { id: alert } = await run(addAlert, ctx, {
      name: 'Data',
      op: 'finding',
      to: [{ channel: 'slack', id: slack }],
    })
    await run(changeAlert, ctx, { alert, state: 'paused' })
    await run(changeSlack, ctx, { slack, name: '#shop', url: `${url}2` })
    await run(removeAlert, ctx, { alert })
    await run(removeSlack, ctx, { slack })
    const entries = (await told(ctx)).filter((entry) => entry.shop === ctx.shop.domain)
    assert.deepEqual(
      entries.map(({ action, target, changes = [] }) => [action, target.name, changes.map(({ field }) => field)]),
      [
        ['slack.add', '#sales', []],
        ['alert.add', 'Data', ['name', 'metric', 'filters', 'rule', 'mail', 'push', 'slack', 'enabled']],
        ['alert.change', 'Data', ['enabled']],
        ['slack.change', '#shop', ['name', 'url']],
        ['alert.remove', 'Data', []],
        ['slack.remove', '#shop', []],
      ],
    )
    assert.ok(!JSON.stringify(entries).includes('geheim'))
  })

  test('settings hold what was before, and nothing is told of what stays', async () => {
    const ctx = await stores.openShop()
    await run(updateSettings, ctx, { name: 'Tea' })
    await run(updateSettings, ctx, { name: 'Tea' })
    const entries = await told(ctx)
    assert.deepEqual(
      entries.at(-1)?.changes?.map(({ field, after }) => [field, after]),
      [['name', 'Tea']],
    )
    assert.equal(entries.filter(({ action }) => action === 'shop.update').length, 1)
  })

  test('a change that is refused do not exist', async () => {
    const ctx: ShopContext = await stores.openShop()
    const before = (await rowsOf(ctx)).length
    await assert.rejects(run(updateSettings, ctx, { zone: 'Nowhere/Nothing' }))
    await assert.rejects(run(revokeKey, ctx, { key: toShopId('00000000-0000-0000-0000-000000000009') }))
    assert.equal((await rowsOf(ctx)).length, before)
  })

  test('members tell who did it to whom; an invitation’s token is never there', async () => {
    const people = await openTestPeople({ after }, { db: (await stores.openShop()).db })
    const { id, owner } = await people.newOrganisation('Nord')
    const ctx = await organisations.enterOrganisation(owner, id)
    const guest = await people.newPerson('ida@shop.example')
    const { letters, invitations } = testLetters()
    await run(
      organisations.inviteMember,
      { ...ctx, letters },
      { email: 'ida@shop.example', role: 'viewer', shops: null },
    )
    const token = invitations[0]?.token ?? ''
    await run(organisations.acceptInvitation, guest, { token })
    await run(createRecoveryCodes, { ...guest, recoveryKey: new Uint8Array(32) }, {})
    await run(organisations.changeRole, ctx, { person: guest.person, role: 'admin' })
    await run(organisations.removeMember, ctx, { person: guest.person })
    await run(organisations.renameOrganisation, ctx, { name: 'Süd' })
    const entries = await told(ctx)
    const [ann, ida] = [owner, guest].map(({ person }) => person)
    assert.deepEqual(
      entries.map(({ action, actor, changes = [] }) => [
        action,
        actor.id === ann ? 'ann' : actor.id === ida ? 'ida' : actor.id,
        changes.map(({ before, after }) => JSON.stringify([before, after])),
      ]),
      [
        ['organisation.create', 'ann', []],
        ['member.invite', 'ann', ['[null,"viewer"]']],
        ['invitation.accept', 'ida', ['[null,"viewer"]']],
        ['recovery_code.create', 'ida', []],
        ['member.change_role', 'ann', ['["viewer","admin"]']],
        ['member.remove', 'ann', []],
        ['organisation.rename', 'ann', ['["Nord","Süd"]']],
      ],
    )
    assert.ok(!JSON.stringify(entries).includes(token))
    assert.deepEqual((await run(listAudit, ctx, {})).items.length, entries.length)
    assert.equal((await verifyAudit(ctx.db, id)).state, 'ok')
  })
})
