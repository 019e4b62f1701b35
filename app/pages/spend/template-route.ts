import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { toProblem } from '../../request.server.ts'
import type { Route } from './+types/template-route.ts'

/** A CSV template. Failures are plain text. */
export async function loader(args: Route.LoaderArgs): Promise<Response> {
  try {
    const shop = await currentShop(args)
    const { csv } = await shop.run('spend.template')
    return new Response(`\uFEFF${csv}`, {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="custom-spend.csv"',
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      },
    })
  } catch (failure) {
    return toProblem(failure, args)
  }
}
