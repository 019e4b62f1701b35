import { href, type RouterContextProvider, redirect } from 'react-router'
import { pageLanguage } from '../../guards/page-language.server.ts'
import type { translated } from '../../language/index.ts'
import type { Language } from '../../language/languages.ts'
import { servicesContext } from '../../request.server.ts'
import type { ShopServices } from '../../services.ts'
import { catalogueIn } from './metric-names.server.ts'

interface ShopRequest {
  readonly context: Readonly<RouterContextProvider>
  readonly params: { readonly domain: string }
  /** Of the page, without what the router adds for itself. */
  readonly url: URL
}

/**
 * The shop that the address names; in English, unless the page says that its content is translated. When the address
 * names none of the person's shops, or several of one domain, the first one takes its place, on its own address; without
 * any shop the way leads to creating one.
 */
export async function currentShop(
  { context, params, url }: ShopRequest,
  content?: typeof translated,
): Promise<ShopServices> {
  const services = context.get(servicesContext)
  const shop = await services.shop(params.domain)
  if (shop) return inLanguage(shop, content ? await pageLanguage(context) : 'en')
  const shops = await services.listShops()
  const first = shops.find(({ domain }) => domain.startsWith(`${params.domain}~`)) ?? shops[0]
  if (!first) throw redirect(href('/register'))
  const { pathname, search } = url
  const page = pathname.split('/').slice(3).join('/')
  const home = href('/shop/:domain', { domain: first.domain })
  throw redirect(`${page ? `${home}/${page}` : home}${search}`)
}

/** Names of metrics, dates and sentences follow the content of the page. */
function inLanguage(services: ShopServices, language: Language): ShopServices {
  const { shop } = services
  return {
    ...services,
    shop: { ...shop, display: { ...shop.display, language } },
    catalogue: () => catalogueIn(services.catalogue(), language),
  }
}
