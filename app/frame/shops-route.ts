import { guarded, servicesContext } from '../request.server.ts'
import { orInstead } from '../ui/missing-piece.tsx'
import type { Route } from './+types/shops-route.ts'
import type { FrameShop } from './use-shops.ts'

/** The person's shops for the menus that list them. */
export const loader = guarded(async ({ context }: Route.LoaderArgs): Promise<readonly FrameShop[]> => {
  const shops = await context.get(servicesContext).nameShops()
  return shops.map(({ domain, name }) => ({ domain, name }))
})

/** If they cannot be loaded, the menu says so. */
export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) =>
  orInstead<readonly FrameShop[] | null>(serverLoader(), null)
