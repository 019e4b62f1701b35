// The simulated shop in a process of its own, as far from the product as a real one: prints its address and key when
// it is full, and ends with its parent.
import { fillStore, startWooCommerceFake } from '@tillsight/connectors/sandbox'
import { simulatedOrders } from './simulated-history.ts'

const key = { consumerKey: 'ck_bench', consumerSecret: 'cs_bench', permissions: 'read' } as const
const shop = await startWooCommerceFake({ keys: [key], taxRates: [] })
await fillStore(shop, { orders: simulatedOrders(Number(process.argv[2]), new Date()) })
process.stdout.write(`${JSON.stringify({ url: shop.url, key: key.consumerKey, secret: key.consumerSecret })}\n`)
process.stdin.resume().once('end', () => process.exit(0))
