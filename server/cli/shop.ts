import { AppError } from '@tillsight/core'
import { findPersonByEmail, listShops } from '@tillsight/database'
import { type OrganisationVerbs, shopAddress, type VerbOutput } from '@tillsight/domain'
import { storePlatformIds } from '@tillsight/platforms'
import type { Command } from 'commander'
import { operatorContexts } from '../contexts.ts'
import { operatorRunner, organisationRunner } from '../people-verbs.ts'
import type { Runtime } from '../runtime.ts'
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
    .requiredOption('--platform <id>', storePlatformIds[0])
    .requiredOption('--timezone <zone>', 'IANA zone such as Europe/Berlin: days begin and end there')
    .requiredOption('--currency <code>', 'currency of its figures, such as EUR')
    .option('--owner <email>', 'whose shop it is; needed as soon as somebody has an account')
    .option('--name <name>', 'what people call it; the domain when absent')
    .option('--json', 'print JSON')
    .action(create)
  shop.command('list').description('all shops').option('--json', 'print JSON').action(list)
}

async function create(options: CreateOptions): Promise<void> {
  await withRuntime('shop create', async (runtime) => {
    const shop = await createFor(runtime, options)
    print(
      {
        json: shop,
        text: `Created ${shop.domain} (${shop.currency}, ${shop.zone}). Connect its store with: tillsight connect ${shop.platform} --shop ${shop.domain} …`,
      },
      options,
    )
  })
}

async function createFor(
  runtime: Runtime,
  options: CreateOptions,
): Promise<VerbOutput<OrganisationVerbs['shop.create']>> {
  const { domain, platform, timezone: zone, currency, name, owner } = options
  const input = { domain, platform, zone, currency, name }
  if (owner !== undefined) {
    const person = await findPersonByEmail(runtime.stores.database.kysely, owner.trim().toLowerCase())
    if (person !== undefined) return await operatorRunner(runtime, person.id)('shop.create_own', input)
    throw new AppError(
      'not_found',
      `Nobody has signed in as ${owner} yet. Make the account first: tillsight user create --email ${owner} --password …`,
    )
  }
  if (runtime.auth.isHosted || (await runtime.auth.service.hasUsers())) {
    throw new AppError('invalid_input', 'Whose shop is it? Add --owner with the email address of an account.')
  }
  return await organisationRunner(runtime, await operatorContexts(runtime, name ?? domain).anyShop())(
    'shop.create',
    input,
  )
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
                shops.map((shop) => [shopAddress(shop, shops), shop.name, shop.platform, shop.zone, shop.currency]),
              ),
      },
      options,
    )
  })
}
