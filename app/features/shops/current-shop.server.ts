import { href, type RouterContextProvider, redirect } from 'react-router'
import { servicesContext } from '../../context.ts'
import type { ShopServices } from '../../services.ts'

interface ShopRequest {
  readonly context: Readonly<RouterContextProvider>
  readonly params: { readonly domain: string }
  /** Of the page, without what the router adds for itself. */
  readonly url: URL
}

/**
 * The shop that the address names. When it names none of the person's shops, the first one takes its place, on its own
 * address; without any shop the way leads to creating one.
 */
export async function currentShop({ context, params, url }: ShopRequest): Promise<ShopServices> {
  const services = context.get(servicesContext)
  const shop = await services.shop(params.domain)
  if (shop) return shop
  const [first] = await services.listShops()
  if (!first) throw redirect(href('/register'))
  const { pathname, search } = url
  const page = pathname.split('/').slice(3).join('/')
  const home = href('/shop/:domain', { domain: first.domain })
  throw redirect(`${page ? `${home}/${page}` : home}${search}`)
}
