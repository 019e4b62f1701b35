import { listShops } from '@tillsight/database'
import { createShop, run } from '@tillsight/domain'
import type { Command } from 'commander'
import { localActor, theOrganisation } from '../local-access.ts'
import { print, toTable } from './output.ts'
import { type CommonOptions, withRuntime } from './session.ts'

interface CreateOptions extends CommonOptions {
  readonly domain: string
  readonly platform: string
  readonly timezone: string
  readonly currency: string
  readonly name?: string
  readonly owner?: string
}

/** `shop create` and `shop list`. */
export function addShopCommands(program: Command): void {
  const shop = program.command('shop').description('the shops of this installation')
  shop
    .command('create')
    .description('add a shop')
    .requiredOption('--domain <domain>', 'its address, such as shop.example')
    .requiredOption('--platform <id>', 'woocommerce')
    .requiredOption('--timezone <zone>', 'IANA zone such as Europe/Berlin: days begin and end there')
    .requiredOption('--currency <code>', 'currency of its figures, such as EUR')
    .option('--owner <email>', 'whose shop it is; without meaning while there is no sign-in')
    .option('--name <name>', 'what people call it; the domain when absent')
    .option('--json', 'print JSON')
    .action(create)
  shop.command('list').description('all shops').option('--json', 'print JSON').action(list)
}

async function create(options: CreateOptions): Promise<void> {
  if (options.owner !== undefined) {
    process.stderr.write('--owner is not used: this version has no sign-in, so every shop belongs to this machine.\n')
  }
  await withRuntime('shop create', async (runtime) => {
    const organisation = await theOrganisation(runtime.stores.database)
    const shop = await run(createShop, runtime.context(localActor, organisation), {
      domain: options.domain,
      platform: options.platform,
      zone: options.timezone,
      currency: options.currency,
      name: options.name,
    })
    print(
      {
        json: shop,
        text: `Created ${shop.domain} (${shop.currency}, ${shop.zone}). Connect its store with: tillsight connect ${shop.platform} --shop ${shop.domain} …`,
      },
      options,
    )
  })
}

async function list(options: CommonOptions): Promise<void> {
  await withRuntime('shop list', async ({ stores }) => {
    const shops = await listShops(stores.database.kysely)
    print(
      {
        json: shops.map(({ id, domain, name, platform, zone, currency }) => ({
          id,
          domain,
          name,
          platform,
          zone,
          currency,
        })),
        text:
          shops.length === 0
            ? 'There is no shop yet: `tillsight shop create` makes one.'
            : toTable(
                ['domain', 'name', 'platform', 'zone', 'currency'],
                shops.map((shop) => [shop.domain, shop.name, shop.platform, shop.zone, shop.currency]),
              ),
      },
      options,
    )
  })
}
