import { AppError, isAppError } from '@tillsight/core'
import { href, redirect } from 'react-router'
import { formText } from '../../request.server.ts'
import { openingSearch, parseSearch, toKept } from '../../search/index.ts'
import type { ShopServices } from '../../services.ts'
import type { ViewItem, ViewOutcome } from './open-view.ts'

/** A completed change, and where a page without scripts goes next. */
interface ViewChange {
  readonly outcome: ViewOutcome
  readonly to: string
}

/** Saves or removes a view, or makes it the default, as the form says. A rejection is an outcome too. */
export async function changeViews(services: ShopServices, form: FormData): Promise<ViewChange> {
  try {
    return formText(form, 'intent') === 'remove' ? await remove(services, form) : await save(services, form)
  } catch (refusal) {
    if (!isAppError(refusal) || refusal.code === 'internal') throw refusal
    return { outcome: { done: 'nothing', failure: refusal.message }, to: placeOf(services, form) }
  }
}

async function save(services: ShopServices, form: FormData): Promise<ViewChange> {
  const view = await services.run('view.save', {
    name: formText(form, 'name'),
    page: formText(form, 'page'),
    search: toKept(parseSearch(formText(form, 'search'))),
    isDefault: formText(form, 'isDefault') !== '',
  })
  const { id, name } = view
  return { outcome: { done: 'saved', view: { id, name } }, to: `${placeOf(services, form)}${openingSearch(view)}` }
}

async function remove(services: ShopServices, form: FormData): Promise<ViewChange> {
  const id = formText(form, 'id')
  const view = (await services.run('view.list')).find((each) => each.id === id)
  if (!view) throw new AppError('not_found', 'This view is not there any more; it may have been removed elsewhere.')
  await services.run('view.remove', { view: id })
  const search = toKept(parseSearch(formText(form, 'search'))) || '?view=none'
  return { outcome: { done: 'removed', view: { id, name: view.name } }, to: `${placeOf(services, form)}${search}` }
}

function placeOf({ shop: { domain } }: ShopServices, form: FormData): string {
  const page = formText(form, 'page')
  const home = href('/shop/:domain', { domain })
  return /^[a-z/]+$/.test(page) ? `${home}/${page}` : home
}

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
