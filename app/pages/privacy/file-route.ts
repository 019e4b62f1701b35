import { href, redirect } from 'react-router'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { formText, guarded, servicesContext, toProblem } from '../../request.server.ts'
import type { Route } from './+types/file-route.ts'
import { readName } from './privacy.server.ts'

/**
 * Exports all data about a customer as JSON. A POST, since it closes requests and names a person. Failures are plain text.
 */
export const action = guarded(async (args: Route.ActionArgs): Promise<Response> => {
  const form = await args.request.formData()
  try {
    const shop = await currentShop(args)
    await args.context.get(servicesContext).countFile()
    const request = formText(form, 'request')
    const file =
      request === ''
        ? await shop.run('customer.export', readName(form))
        : await shop.run('customer.answer_request', { request })
    return new Response(`${JSON.stringify(file, null, 2)}\n`, {
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'content-disposition': `attachment; filename="${shop.shop.domain}-customer.json"`,
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      },
    })
  } catch (failure) {
    return toProblem(failure, args)
  }
})

/** A GET request, by hand or by reloading, leads to the page with the form. */
export function loader({ params }: Route.LoaderArgs) {
  return redirect(href('/shop/:domain/settings/privacy', params))
}
