import { lazy, Suspense } from 'react'
import { data, href, redirect } from 'react-router'
import { currentShop } from '../../blocks/shop/current-shop.server.ts'
import { guarded, servicesContext } from '../../request.server.ts'
import { parseSearch, toSearch } from '../../search/index.ts'
import type { Route } from './+types/panel-route.ts'
import { changeNotes, toNoteFailure } from './annotations/change-notes.server.ts'
import { loadPanel } from './load-panel.server.ts'

export const loader = guarded(async (args: Route.LoaderArgs) => {
  const state = parseSearch(new URL(args.request.url).searchParams)
  if (!state.open && !state.note) return null
  const services = await currentShop(args)
  return loadPanel({ services, state, now: args.context.get(servicesContext).now() })
})

/** Adds and deletes annotations; a saved one leads back to the list. */
export const action = guarded(async (args: Route.ActionArgs) => {
  const services = await currentShop(args)
  const form = await args.request.formData()
  try {
    await changeNotes(services, form)
  } catch (refusal) {
    const { failure, status } = toNoteFailure(refusal, form, services.shop.display.language)
    return data({ failure }, { status })
  }
  const page = href('/shop/:domain', { domain: services.shop.domain })
  return redirect(`${page}${toSearch(parseSearch(args.url.searchParams))}`)
})

const FigurePanel = lazy(async () => {
  const { FigurePanel: Panel } = await import('./why/figure-panel.tsx')
  return { default: Panel }
})
const OrderPanel = lazy(async () => {
  const { OrderPanel: Panel } = await import('./order-panel.tsx')
  return { default: Panel }
})
const NotesPanel = lazy(async () => {
  const { NotesPanel: Panel } = await import('./annotations/notes-panel.tsx')
  return { default: Panel }
})

/** The summary's panel; its code is loaded when the first one of each kind opens. */
export default function DrillDownRoute({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData) return null
  return (
    <Suspense>
      {loaderData.kind === 'figure' && <FigurePanel panel={loaderData} />}
      {loaderData.kind === 'order' && <OrderPanel panel={loaderData} />}
      {loaderData.kind === 'notes' && (
        <NotesPanel failure={actionData?.failure} notes={loaderData.notes} state={loaderData.state} />
      )}
    </Suspense>
  )
}
