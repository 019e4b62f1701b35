// Fixture of tests of all verbs: an input with ids for every verb, and people who own such things.
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { toConnectionId } from '@tillsight/core'
import { parseDay } from '@tillsight/core/days'
import {
  createAnnotation,
  createConnection,
  createCustomSpend,
  createCustomSpendImport,
  createImport,
  createPendingConnect,
  createShop,
} from '@tillsight/database'
import { askReach, findPicture, findProductPicture } from '../ads/index.ts'
import { seenIn } from '../ads/pictures.testing.ts'
import { type AlertIds, alertTrials } from '../alerts/attempts.testing.ts'
import { addAnnotation, removeAnnotation } from '../annotations.ts'
import type { ConnectionContext } from '../connections/index.ts'
import * as boards from '../dashboards/attempts.testing.ts'
import { exportOrders } from '../exports.ts'
import { followFacts } from '../follow-facts.ts'
import { importOrders, undoImport, uploadImport } from '../imports/index.ts'
import type { Role } from '../inputs/index.ts'
import { createKey } from '../keys/index.ts'
import type { DigestContext } from '../notifications/index.ts'
import { testDigests } from '../notifications/testing.ts'
import { addTestInvitation, memberAttempts } from '../organisations/attempts.testing.ts'
import { type ContentsContext, enterOrganisation, type MemberContext, resolveActor } from '../organisations/index.ts'
import { enterTestOrganisation, openTestPeople } from '../organisations/testing.ts'
import type { RecoveryContext } from '../people/index.ts'
import { type PushIds, pushTrials, testPushParts } from '../push/attempts.testing.ts'
import type { PushContext } from '../push/index.ts'
import { reconcileNow } from '../reconciliation/index.ts'
import { openTestStores } from '../reports/shop.testing.ts'
import { addTestSent, freshSentIds, type SentIds, sentAttempts } from '../scheduled-exports/attempts.testing.ts'
import { addTestShare, freshShareIds, type ShareIds, shareAttempts } from '../shares/attempts.testing.ts'
import { shopAttempts } from '../shops/attempts.testing.ts'
import { openShopFor, type ShopStores } from '../shops/index.ts'
import { testFiles } from '../stored-files/testing.ts'
import { syncNow } from '../sync/index.ts'
import { saveView } from '../views.ts'
import type { PersonActor } from './actor.ts'
import { servicesWithoutNetwork } from './services.testing.ts'
import { run } from './verb.ts'

/** Ids of one organisation's things. */
export interface Ids extends SentIds, ShareIds, AlertIds, PushIds, boards.DashboardIds {
  readonly organisation: string
  readonly shop: string
  readonly domain: string
  readonly connection: string
  readonly state: string
  readonly person: string
  readonly invitation: string
  readonly token: string
  readonly view: string
  readonly annotation: string
  readonly import: string
  readonly entry: string
  readonly spendImport: string
  readonly key: string
}

/** A person in an organisation with a shop, with every kind of context that verbs take. */
export interface World {
  readonly ids: Ids
  readonly actor: PersonActor
  readonly stores: ShopStores
  readonly person: RecoveryContext & DigestContext & PushContext
  readonly organisation: MemberContext & ContentsContext
  readonly shop: ConnectionContext
}

/** How a verb is called in the tests. */
export interface Attempt {
  readonly in: 'person' | 'organisation' | 'shop'
  input(ids: Ids): unknown
}

/** Random ids that refer to nothing. */
export function freshIds(): Ids {
  const shop = randomUUID()
  return {
    organisation: randomUUID(),
    shop,
    domain: `${shop}.test`,
    connection: randomUUID(),
    state: randomUUID(),
    person: randomUUID(),
    invitation: randomUUID(),
    token: randomUUID(),
    view: randomUUID(),
    annotation: randomUUID(),
    import: randomUUID(),
    entry: randomUUID(),
    spendImport: randomUUID(),
    key: randomUUID(),
    ...freshSentIds(),
    ...freshShareIds(),
    ...alertTrials.freshIds(),
    ...pushTrials.freshIds(),
    ...boards.freshDashboardIds(),
  }
}

const range = { from: '2026-03-01', to: '2026-03-31' }
const nothing = () => ({})
const parsedRange = { from: parseDay(range.from), to: parseDay(range.to) }
const note = { day: range.from, text: 'The sale begins', isShared: false }
const spend = { channel: 'Print', firstDay: range.from, amount: '100' }
const storedSpend = {
  ...spend,
  firstDay: parseDay(range.from),
  lastDay: null,
  campaign: '',
  name: 'Print',
  repeats: 'never',
  currency: 'EUR',
  countsAs: 'ad_spend',
  note: '',
  percentOf: null,
  personId: null,
}
const costFile = { kind: 'goods' as const, content: 'scope,percent\nshop,40\n' }
const usualMargin = { goods: { entries: [{ scope: 'shop' as const, kind: 'percent' as const, percent: '40' }] } }
const spendFile = { name: 'spend.csv', bytes: Buffer.from('channel,first_day,amount\n') }
const adFile = { name: 'a.csv', bytes: Buffer.from('platform,account_id,day,currency,spend\n') }
const ratesFile = { name: 'rates.csv', bytes: Buffer.from('Date,USD\n2026-03-10,1.1\n'), base: 'EUR' }
const metaOrders = () => ({ platform: 'metaads' })
const ofImport = (ids: Ids) => ({ import: ids.import })
const named = ({ connection }: Ids) => ({ connection })

/** By verb name. */
export const attempts: Readonly<Record<string, Attempt>> = {
  ...memberAttempts,
  'key.list': { in: 'organisation', input: nothing },
  'key.create': { in: 'organisation', input: ({ shop }) => ({ name: 'x', scopes: ['metrics:read'], shops: [shop] }) },
  'key.rotate': { in: 'organisation', input: ({ key }) => ({ key }) },
  'key.revoke': { in: 'organisation', input: ({ key }) => ({ key }) },
  'profile.get': { in: 'person', input: nothing },
  'profile.save': { in: 'person', input: () => ({ name: 'Ann', language: 'en', zone: '' }) },
  'picture.save': { in: 'person', input: () => ({ image: new Uint8Array([1]) }) },
  'picture.read': { in: 'person', input: nothing },
  'picture.remove': { in: 'person', input: nothing },
  'digest.list': { in: 'person', input: nothing },
  'digest.save': { in: 'person', input: () => ({ digests: [{ every: 'day', shop: null }] }) },
  'digest.preview': { in: 'person', input: ({ shop }) => ({ every: 'day', shop }) },
  'digest.send': { in: 'person', input: ({ shop }) => ({ every: 'day', shop }) },
  'inbox.list': { in: 'person', input: nothing },
  'inbox.count': { in: 'person', input: nothing },
  'inbox.read': { in: 'person', input: nothing },
  'notifications.get': { in: 'person', input: nothing },
  'notifications.save': { in: 'person', input: nothing },
  'recovery_code.create': { in: 'person', input: nothing },
  'recovery_code.count': { in: 'person', input: nothing },
  'recovery_code.spend': { in: 'person', input: () => ({ code: 'x' }) },
  ...shopAttempts,
  'metrics.describe': { in: 'organisation', input: nothing },
  'attribution.export': { in: 'shop', input: () => ({ ...range }) },
  'attribution.order': { in: 'shop', input: () => ({ id: '1' }) },
  'attribution.places': { in: 'shop', input: () => ({ ...range, level: 'ad', platforms: [] }) },
  'attribution.query': { in: 'shop', input: () => ({ ...range }) },
  'attribution.report': { in: 'shop', input: () => ({ report: 'assists', ...range }) },
  'attribution.rows': { in: 'shop', input: () => ({ row: { channel: 'email' }, ...range }) },
  'metrics.query': { in: 'shop', input: () => ({ metrics: ['sales'], ...range }) },
  'metrics.rows': { in: 'shop', input: () => ({ metric: 'sales', ...range }) },
  'metrics.origins': { in: 'shop', input: () => ({ ...range, by: 'source' }) },
  'profit.explain': { in: 'shop', input: () => ({ ...range, compare: 'previous_period' }) },
  'numbers.changes': { in: 'shop', input: () => range },
  'product.ads': { in: 'shop', input: () => range },
  'product.list': { in: 'shop', input: () => range },
  'product.names': { in: 'shop', input: nothing },
  'product.get': { in: 'shop', input: () => ({ id: '1', ...range }) },
  'order.list': { in: 'shop', input: () => range },
  'order.get': { in: 'shop', input: () => ({ id: '1' }) },
  'work.list': { in: 'shop', input: nothing },
  'rates.fetch': { in: 'shop', input: () => ({ source: 'https://rates.example.com/table.csv' }) },
  'rates.show': { in: 'shop', input: () => ({ source: '' }) },
  'rates.preview': { in: 'shop', input: () => ratesFile },
  'rates.upload': { in: 'shop', input: () => ratesFile },
  'rates.import': { in: 'organisation', input: () => ({ csv: 'Date,USD\n2026-03-10,1.1\n' }) },
  'import.list': { in: 'shop', input: nothing },
  'import.show': { in: 'shop', input: ofImport },
  'import.problems': { in: 'shop', input: ofImport },
  'import.plan': { in: 'shop', input: (ids) => ({ ...ofImport(ids), format: 'generic' }) },
  'import.start': { in: 'shop', input: ofImport },
  'import.undo': { in: 'shop', input: ofImport },
  'import.discard': { in: 'shop', input: ofImport },
  'ads.accounts': { in: 'shop', input: named },
  'ads.chooseAccounts': { in: 'shop', input: (ids) => ({ ...named(ids), accounts: ['1'] }) },
  'campaigns.places': { in: 'shop', input: () => ({ level: 'campaign', keys: [] }) },
  'campaigns.choices': { in: 'shop', input: nothing },
  'tracking.ads': { in: 'shop', input: () => ({ platform: 'metaads' }) },
  'costs.check_file': { in: 'shop', input: () => ({ file: costFile }) },
  'costs.export': { in: 'shop', input: () => ({ kind: 'goods' }) },
  'costs.import_file': { in: 'shop', input: () => ({ file: costFile }) },
  'costs.missing': { in: 'shop', input: nothing },
  'costs.changes': { in: 'shop', input: nothing },
  'costs.goods': { in: 'shop', input: () => range },
  'costs.shippingMethods': { in: 'shop', input: () => range },
  'costs.tryShipping': { in: 'shop', input: () => ({ country: 'AT' }) },
  'costs.parts': { in: 'shop', input: () => ({ search: 'tea' }) },
  'costs.timeLine': { in: 'shop', input: () => ({ variant: 'nothing' }) },
  'costs.rules': { in: 'shop', input: nothing },
  'costs.preview': { in: 'shop', input: () => ({ change: usualMargin }) },
  'costs.save': { in: 'shop', input: () => ({ change: usualMargin }) },
  'spend.list': { in: 'shop', input: nothing },
  'spend.save': { in: 'shop', input: ({ entry }) => ({ ...spend, entry }) },
  'spend.remove': { in: 'shop', input: ({ entry }) => ({ entry }) },
  'spend.preview': { in: 'shop', input: () => spendFile },
  'spend.import': { in: 'shop', input: () => spendFile },
  'spend.template': { in: 'shop', input: nothing },
  'spend.undo': { in: 'shop', input: ({ spendImport }) => ({ import: spendImport }) },
  'health.list': { in: 'shop', input: nothing },
  'health.dismiss': { in: 'shop', input: () => ({ kind: 'stale', key: 'orders' }) },
  'connection.list': { in: 'shop', input: nothing },
  'connector.list': { in: 'shop', input: nothing },
  'connection.connect': { in: 'shop', input: () => ({ connector: 'woocommerce', values: {} }) },
  'connection.begin': { in: 'shop', input: () => ({ connector: 'woocommerce', values: {} }) },
  'connection.finish': {
    in: 'shop',
    input: ({ state }) => ({ connector: 'woocommerce', query: { user_id: state, success: '1' } }),
  },
  'connection.present': { in: 'shop', input: () => ({ connector: 'woocommerce', query: {} }) },
  'connection.check': { in: 'shop', input: named },
  'connection.guide': { in: 'shop', input: () => ({ connector: 'woocommerce' }) },
  'connection.check_setup': { in: 'shop', input: () => ({ connector: 'woocommerce' }) },
  'connection.pause': { in: 'shop', input: ({ connection }) => ({ connection, paused: true }) },
  'connection.reimport': { in: 'shop', input: named },
  'connection.attempt': { in: 'shop', input: nothing },
  'connection.details': { in: 'shop', input: nothing },
  'connection.disconnect': { in: 'shop', input: ({ connection }) => ({ connection, data: 'keep' }) },
  'sync.request': { in: 'shop', input: named },
  'reconciliation.run': { in: 'shop', input: () => range },
  'reconciliation.request': { in: 'shop', input: () => range },
  'reconciliation.list': { in: 'shop', input: () => range },
  'reconciliation.get': { in: 'shop', input: () => ({ day: range.from }) },
  'customer.erase': { in: 'shop', input: () => ({ email: `${randomUUID()}@x.test` }) },
  'customer.preview_erasure': { in: 'shop', input: () => ({ email: `${randomUUID()}@x.test` }) },
  'customer.export': { in: 'shop', input: () => ({ email: `${randomUUID()}@x.test` }) },
  'customer.answer_request': { in: 'shop', input: () => ({ request: randomUUID() }) },
  'customer.list_requests': { in: 'shop', input: nothing },
  'preference.get': { in: 'shop', input: nothing },
  'preference.change': { in: 'shop', input: () => ({ preference: { decimal: 0 } }) },
  'tracking.arrivals': { in: 'shop', input: nothing },
  'touches.preview': { in: 'shop', input: () => ({ name: 'a.csv', bytes: Buffer.from('at\n') }) },
  'ads.import': { in: 'shop', input: () => adFile },
  'touches.import': { in: 'shop', input: () => ({ name: 'a.csv', bytes: Buffer.from('at\n') }) },
  'tracking.settings': { in: 'shop', input: nothing },
  'tracking.saveSettings': { in: 'shop', input: () => ({ brandTerms: [randomUUID()] }) },
  'tracking.previewSettings': { in: 'shop', input: () => ({ brandTerms: [randomUUID()] }) },
  'tracking.live': { in: 'shop', input: nothing },
  'tracking.keys': { in: 'shop', input: nothing },
  'tracking.createKey': { in: 'shop', input: nothing },
  'tracking.revokeKey': { in: 'shop', input: () => ({ key: `tk_${randomUUID()}` }) },
  'conversions.targets': { in: 'shop', input: nothing },
  'conversions.get': { in: 'shop', input: metaOrders },
  'conversions.list': { in: 'shop', input: metaOrders },
  'conversions.destinations': { in: 'shop', input: metaOrders },
  'conversions.save': {
    in: 'shop',
    input: () => ({
      ...metaOrders(),
      destination: '1234567890123456',
      consent: 'visitor',
      value: 'goods',
      itemId: 'sku',
    }),
  },
  'conversions.switch': { in: 'shop', input: () => ({ ...metaOrders(), enabled: false }) },
  'conversions.try': { in: 'shop', input: metaOrders },
  'conversions.resend': { in: 'shop', input: metaOrders },
  'survey.get': { in: 'shop', input: nothing },
  'survey.save': {
    in: 'shop',
    input: () => ({
      enabled: true,
      text: `Who told you ${randomUUID()}?`,
      options: [{ label: 'A friend' }, { label: 'A podcast' }],
      allowsOther: true,
    }),
  },
  'survey.mappings': { in: 'shop', input: () => ({ mappings: [{ answer: 'podcast', channel: 'podcast' }] }) },
  'survey.report': { in: 'shop', input: () => range },
  'view.list': { in: 'shop', input: nothing },
  'view.save': { in: 'shop', input: () => ({ name: randomUUID(), page: '', search: '', isDefault: false }) },
  'view.remove': { in: 'shop', input: ({ view }) => ({ view }) },
  ...sentAttempts,
  ...shareAttempts,
  ...alertTrials.attempts,
  ...pushTrials.attempts,
  ...boards.dashboardAttempts,
  'annotation.list': { in: 'shop', input: () => range },
  'annotation.add': { in: 'shop', input: () => note },
  'annotation.remove': { in: 'shop', input: ({ annotation }) => ({ annotation }) },
}

/** Operations that check their permission themselves because they stream or take long; by their name in the check. */
export const operations: Readonly<Record<string, (ctx: ConnectionContext, ids: Ids) => Promise<unknown>>> = {
  ...alertTrials.operations,
  'annotation.share': (ctx) => run(addAnnotation, ctx, { ...note, isShared: true }),
  'annotation.remove_shared': async (ctx) => {
    const colleague = (await openTestPeople({ after() {} }, { db: ctx.db })).newMember(ctx.organisation, 'viewer')
    const shared = { ...note, day: parsedRange.from, isShared: true, shopId: ctx.shop.id }
    const { id } = await createAnnotation(ctx.queries, { ...shared, personId: (await colleague).person })
    return run(removeAnnotation, ctx, { annotation: id })
  },
  ...boards.dashboardOperations,
  'ads.picture': (ctx) => findPicture(seenIn({ ctx }), 'metaads.1.1'),
  'product.picture': (ctx) => findProductPicture(seenIn({ ctx }), '1'),
  'ads.reach': (ctx) => askReach(ctx, parsedRange),
  'export.rows': async (ctx) => {
    for await (const _row of exportOrders(ctx, parsedRange).rows) return
  },
  'import.orders': (ctx) =>
    importOrders(ctx, {
      source: { name: 'orders.csv', open: () => Readable.from([Buffer.from('')]) },
      format: 'generic',
    }),
  'import.upload': (ctx) => uploadImport(ctx, { name: 'orders.csv', bytes: Readable.from([Buffer.from('x')]) }),
  'import.undo_now': (ctx, ids) => undoImport(ctx, { id: ids.import }),
  'reconciliation.run_now': (ctx) => reconcileNow(ctx, { range: parsedRange, signal: AbortSignal.timeout(10_000) }),
  'sync.run': (ctx, { connection }) =>
    syncNow(
      ctx,
      { db: ctx.db, clock: ctx.clock, log: ctx.log, connections: ctx.services, openShop: async () => ctx },
      { connection: toConnectionId(connection) },
    ),
}

/** Opens stores; the returned function creates a person with an organisation of their own and one of everything in it. */
export async function openWorlds(t: Parameters<typeof openTestStores>[0]): Promise<(role: Role) => Promise<World>> {
  const { db, warehouse } = await openTestStores(t)
  const people = await openTestPeople(t, { db })
  const stores = { warehouse, identityKey: new Uint8Array(32), follower: followFacts }
  return async (role) => {
    const { id: organisationId, owner } = await people.newOrganisation()
    const member = await people.newMember(organisationId, 'viewer')
    const own = await people.newMember(organisationId, role)
    const parts = { recoveryKey: new Uint8Array(32), digests: testDigests(stores, own), push: testPushParts }
    const person = { ...own, ...parts, files: testFiles(own, stores) }
    const { id: shop, domain } = await createShop(db.kysely, {
      domain: `${randomUUID()}.test`,
      platform: 'woocommerce',
      zone: 'UTC',
      currency: 'EUR',
      organisationId,
      name: 'Shop',
    })
    const connection = await createConnection(db.kysely, {
      shopId: shop,
      connector: 'woocommerce',
      settings: {},
      secrets: Buffer.from('sealed elsewhere'),
      status: 'active',
    })
    const state = randomUUID()
    const pending = { state, shopId: shop, connector: 'woocommerce', valuesEncrypted: Buffer.from('sealed elsewhere') }
    await createPendingConnect(db.kysely, { ...pending, expiresAt: new Date('2027-01-01T00:00:00Z') })
    const asOwner = await enterOrganisation(owner, organisationId)
    const { invitation, token } = await addTestInvitation(asOwner)
    const key = await run(createKey, asOwner, { name: 'Sheets', scopes: ['metrics:read'] })
    const opened = await openShopFor(person, stores, { id: shop })
    const view = await run(saveView, opened, { name: 'Today', page: '', search: '', isDefault: true })
    const annotation = await run(addAnnotation, opened, note)
    const waiting = await createImport(db.kysely, { shopId: shop, format: 'generic', fileName: 'x', state: 'ready' })
    const [entry] = await createCustomSpend(db.kysely, [{ ...storedSpend, importId: null, shopId: shop }])
    const sheet = await createCustomSpendImport(db.kysely, { shopId: shop, fileName: '', entries: 1, personId: null })
    return {
      ids: {
        organisation: organisationId,
        shop,
        domain,
        connection: connection.id,
        state,
        person: member.person,
        invitation,
        token,
        view: view.id,
        annotation: annotation.id,
        import: waiting.id,
        entry: entry?.id ?? '',
        spendImport: sheet.id,
        key: key.id,
        ...(await addTestSent({ ...opened, services: servicesWithoutNetwork })),
        ...(await addTestShare(opened, person.person)),
        ...(await alertTrials.add({ ...opened, services: servicesWithoutNetwork })),
        ...(await pushTrials.add(person)),
        ...(await boards.addTestDashboard(opened, person.person)),
      },
      actor: await resolveActor(db.kysely, person.person, organisationId),
      stores,
      person,
      organisation: await enterTestOrganisation(person, { organisation: organisationId, warehouses: warehouse }),
      shop: { ...opened, services: servicesWithoutNetwork },
    }
  }
}
