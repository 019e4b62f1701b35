import { catalogueIn, currentShop } from '../../blocks/shop/current-shop.server.ts'
import { pageLanguage } from '../../guards/page-language.server.ts'
import { type Language } from '../../language/index.ts'
import { guarded } from '../../request.server.ts'
import type { ShopServices } from '../../services.ts'
import { orInstead } from '../../ui/missing-piece.tsx'
import type { Route } from './+types/route.ts'
import type { CommandData } from './model.ts'

/** Data of the shop for the command menu, loaded when it opens. */
export const loader = guarded(async (args: Route.LoaderArgs) => {
  return loadCommand(await currentShop(args), await pageLanguage(args.context))
})

/** If metrics and views cannot be loaded, the menu works without them and says so. */
export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) =>
  orInstead<CommandData | null>(serverLoader(), null)

/** Figures and views of a shop for the command menu. */
async function loadCommand(services: ShopServices, language: Language): Promise<CommandData> {
  const views = await services.run('view.list')
  return {
    metrics: catalogueIn(services.catalogue(), language).metrics.map(({ key, label }) => ({ key, label })),
    views: views.map(({ id, name, page, search }) => ({ id, name, page, search })),
  }
}
