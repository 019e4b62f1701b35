import { type Answer, type FakeRequest, json } from './answers.ts'
import type { Fault } from './fault-kinds.ts'
import { shopDomain } from './options.ts'
import type { RefundRequest } from './refund-making.ts'
import type { ShopWorld } from './shop-world.ts'
import type { CancelRequest, NewOrder } from './store.ts'

type Control = (world: ShopWorld, request: FakeRequest, id: number) => unknown

const controls: Readonly<Record<string, Control>> = {
  'GET state': ({ store, webhooks, bulk }) => ({
    orders: store.orders.size,
    products: store.products.size,
    customers: store.customers.size,
    webhooks: webhooks.list(),
    waiting: webhooks.waiting,
    bulk: bulk.list(),
  }),
  'POST faults': ({ faults }, request) => {
    faults.add(trusted<Fault>(request))
    return faults.list()
  },
  'DELETE faults': ({ faults }) => {
    faults.clear()
    return []
  },
  'POST webhooks/deliver': ({ webhooks }) => webhooks.deliver(),
  'POST orders': ({ store }, request) => store.createOrder(trusted<NewOrder>(request)),
  'DELETE orders/#': ({ store }, _request, id) => {
    store.deleteOrder(id)
    return { id }
  },
  'POST orders/#/refunds': ({ store }, request, id) => store.refundOrder(id, trusted<RefundRequest>(request)),
  'POST orders/#/cancel': ({ store }, request, id) => store.cancelOrder(id, trusted<CancelRequest>(request)),
}

/** What a browser test or a demo tells the sandbox over HTTP, at `/__sandbox/{shop}/…`; from this machine only. */
export async function answerControl(
  worlds: ReadonlyMap<string, ShopWorld>,
  [shop = '', ...path]: readonly string[],
  request: FakeRequest,
): Promise<Answer> {
  if (!/^(?:::1|(?:::ffff:)?127\.)/.test(request.remoteAddress)) {
    return json({ error: 'The sandbox can be controlled from its own machine only.' }, 403)
  }
  const world = worlds.get(shopDomain(shop))
  const id = path.find((part) => /^\d+$/.test(part))
  const control = controls[`${request.method} ${path.map((part) => (part === id ? '#' : part)).join('/')}`]
  if (!world || !control) return json({ error: 'Unknown control.' }, 404)
  return json(await control(world, request, Number(id ?? 0)))
}

/** The control path is for tests on this machine, which send what the types say; nothing else reaches it. */
function trusted<T>(request: FakeRequest): T {
  return JSON.parse(request.body === '' ? '{}' : request.body) as T
}
