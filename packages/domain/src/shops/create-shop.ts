import { AppError, type OrganisationId } from '@tillsight/core'
import { countUnconnectedShops, createShop as insertShop } from '@tillsight/database'
import { connectorList } from '@tillsight/platforms/connectors'
import { type Context, defineVerb, type Shop, toShop } from '../context/index.ts'
import { CreateShopInput } from '../inputs/index.ts'
import { ShopView } from './shop.ts'

/**
 * Adds a shop to the organisation. Throws `conflict` when it has one of the domain, `forbidden` for whoever may see certain
 * shops only: the new one would not be among them; `limit_reached` where too many wait for their store.
 */
export const createShop = defineVerb({
  name: 'shop.create',
  needs: 'shops:write',
  access: 'write',
  input: CreateShopInput,
  output: ShopView,
  async run(ctx: Context, input) {
    const { actor } = ctx
    if ((actor.kind === 'person' || actor.kind === 'api_key') && actor.shops !== 'all') {
      throw new AppError(
        'forbidden',
        'Your access is limited to certain shops, so you may not add one. Ask an owner of the organisation.',
      )
    }
    await assertRoom(ctx, [ctx.organisation])
    return addShop(ctx, input)
  },
})

/** Anybody may say that a shop is theirs; connecting its store shows it, and more than these wait for that nowhere. */
const mostUnconnected = 20

/** Throws `limit_reached` when these organisations have too many shops without a store. Whoever runs the installation may. */
export async function assertRoom(
  { actor, queries }: Pick<Context, 'actor' | 'queries'>,
  organisations: readonly OrganisationId[],
): Promise<void> {
  if (actor.kind === 'local' || (await countUnconnectedShops(queries, organisations)) < mostUnconnected) return
  throw new AppError(
    'limit_reached',
    `${mostUnconnected} of your shops have no store yet, which is the most. Connect one of them, then add the next.`,
  )
}

/** The writing alone, for whoever adds one along with something else. */
export async function addShop(
  { queries, organisation }: Pick<Context, 'queries' | 'organisation'>,
  { name, ...input }: CreateShopInput,
): Promise<Shop> {
  assertStorePlatform(input.platform)
  return toShop(await insertShop(queries, { ...input, name: name ?? input.domain, organisationId: organisation }))
}

function assertStorePlatform(platform: string): void {
  const known = connectorList.filter(({ kind }) => kind === 'store').map(({ id }) => id)
  if (known.includes(platform)) return
  throw new AppError(
    'invalid_input',
    `“${platform}” is not a store platform that can be connected. There is: ${known.join(', ')}.`,
    {
      details: { field: 'platform' },
    },
  )
}
