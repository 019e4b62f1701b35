import { href, redirect } from 'react-router'
import { openingSearch } from '../../search/index.ts'
import type { ShopServices } from '../../services.ts'
import type { ViewItem } from './model.ts'

interface Opening {
  /** Page below the shop's address; empty for the summary. */
  readonly page: string
  /** Of the page, without what the router adds for itself. */
  readonly url: URL
}

/**
 * The views of a page. Opened without a query, the page goes on to its default view: throws that redirect. A list that
 * cannot be read is empty: no page depends on it.
 */
export async function viewsOrDefault(services: ShopServices, { page, url }: Opening): Promise<readonly ViewItem[]> {
  const views = (await readViews(services)).filter((view) => view.page === page)
  const first = url.search === '' ? views.find(({ isDefault }) => isDefault) : undefined
  if (first) {
    const home = href('/shop/:domain', { domain: services.shop.domain })
    throw redirect(`${home}${page && `/${page}`}${openingSearch(first)}`)
  }
  return views
}

async function readViews(services: ShopServices): Promise<readonly ViewItem[]> {
  try {
    return await services.run('view.list')
  } catch {
    return []
  }
}
