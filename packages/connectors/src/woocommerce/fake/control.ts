import type { AnalyticsSettings } from './analytics.ts'
import { type Answer, json } from './answers.ts'
import type { Fault } from './fault-kinds.ts'
import type { FakeFaults } from './faults.ts'
import type { FakeFeatures } from './options.ts'
import type { RefundRequest } from './refund-making.ts'
import { type FakeRequest, single } from './request.ts'
import type { NewOrder } from './store.ts'
import type { World } from './world.ts'

interface Controlled {
  readonly world: World
  readonly faults: FakeFaults
}

/** Orders to leave out of the shop's report or to keep in it as they are, and settings to change. */
type AnalyticsChange = Partial<AnalyticsSettings> & {
  readonly missing?: readonly number[]
  readonly frozen?: readonly number[]
}

type Control = (controlled: Controlled, request: FakeRequest, id: number) => unknown

const controls: Readonly<Record<string, Control>> = {
  'GET state': ({ world: { store, webhooks } }) => ({
    orders: store.orders.size,
    products: store.products.size,
    customers: store.customers.size,
    webhooks: webhooks.list(),
    waiting: webhooks.waiting,
  }),
  'POST faults': ({ faults }, request) => {
    faults.add(trusted<Fault>(request))
    return faults.list()
  },
  'DELETE faults': ({ faults }) => {
    faults.clear()
    return []
  },
  'POST features': ({ world: { site } }, request) => {
    site.features = { ...site.features, ...trusted<Partial<FakeFeatures>>(request) }
    return site.features
  },
  'POST analytics': ({ world: { analytics } }, request) => {
    const { missing = [], frozen = [], ...settings } = trusted<AnalyticsChange>(request)
    for (const id of missing) analytics.missing.add(id)
    for (const id of frozen) analytics.freeze(id)
    return Object.assign(analytics.settings, settings)
  },
  'POST analytics/import': ({ world: { analytics } }) => {
    analytics.importAll()
    return {}
  },
  'POST webhooks/deliver': ({ world }) => world.webhooks.deliver(),
  'POST orders': ({ world }, request) => world.store.createOrder(trusted<NewOrder>(request)),
  'POST orders/#': ({ world }, request, id) => world.store.updateOrder(id, trusted<Partial<NewOrder>>(request)),
  'DELETE orders/#': ({ world }, request, id) => {
    if (single(request.query, 'force') === 'true') world.store.deleteOrder(id)
    else world.store.trashOrder(id)
    return { id }
  },
  'POST orders/#/refunds': ({ world }, request, id) =>
    world.store.refundOrder(id, trusted<RefundRequest>(request)) ?? { error: 'More than what remains.' },
}

/** What a browser test or a demo tells the sandbox over HTTP; from this machine only. */
export async function answerControl(controlled: Controlled, path: string, request: FakeRequest): Promise<Answer> {
  if (!/^(?:::1|(?:::ffff:)?127\.)/.test(request.remoteAddress)) {
    return json({ error: 'The sandbox can be controlled from its own machine only.' }, 403)
  }
  const control = controls[`${request.method} ${path.replace(/\d+/, '#')}`]
  if (!control) return json({ error: 'Unknown control.' }, 404)
  return json(await control(controlled, request, Number(/\d+/.exec(path)?.[0] ?? 0)))
}

/** The control path is for tests on this machine, which send what the types say; nothing else reaches it. */
function trusted<T>(request: FakeRequest): T {
  return JSON.parse(request.body === '' ? '{}' : request.body) as T
}
