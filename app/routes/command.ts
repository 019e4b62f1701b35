import { guarded } from '../failures.server.ts'
import { loadCommand } from '../features/command/load-command.server.ts'
import { currentShop } from '../features/shops/current-shop.server.ts'
import { translated } from '../language/index.ts'
import { pageLanguage } from '../language/page-language.server.ts'
import type { Route } from './+types/command.ts'

/** What the command menu knows of the shop; asked for when it opens. */
export const loader = guarded(async (args: Route.LoaderArgs) => {
  return loadCommand(await currentShop(args, translated), await pageLanguage(args.context))
})
