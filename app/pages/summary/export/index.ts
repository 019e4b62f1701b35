// Ways to export a widget: its figures as CSV, its picture as PNG, its link. Menus list these actions. Knows no menu and no
// widget's contents: the picture is drawn from the page.

import { AppError } from '@tillsight/core'
import { href } from 'react-router'
import type { MessageKey } from '../../../language/index.ts'
import { type SearchState, toSearch, withSearch } from '../../../search/index.ts'
import { readSort } from '../widgets/sort-rows.ts'
import { widgetAnchor } from './anchor.ts'
import type { ExportAction, ExportedWidget, ExportPlace } from './model.ts'

export type { ExportAction, ExportedWidget, ExportPlace } from './model.ts'

/** Export actions for the menu of a widget. Links work without JavaScript. */
export function exportActions(widget: ExportedWidget, place: ExportPlace): readonly ExportAction[] {
  const csv: ExportAction[] = [{ id: 'csv', label: 'export.csv', href: csvHref(widget, place) }]
  if (widget.by !== undefined) {
    csv.push({ id: 'csv_all', label: 'export.csv_all', href: csvHref({ ...widget, limit: undefined }, place) })
  }
  const copy = (state: SearchState) => async (): Promise<MessageKey> => {
    const { origin } = window.location
    if (!('clipboard' in navigator)) {
      throw new AppError('unavailable', 'This page may not copy: take the address from the address bar.')
    }
    const page = href('/shop/:domain', { domain: place.domain })
    await navigator.clipboard.writeText(`${origin}${page}${toSearch(closed(state))}#${widgetAnchor(widget.key)}`)
    return 'export.link_copied'
  }
  return [
    ...csv,
    {
      id: 'png',
      label: 'export.png',
      async run() {
        const { saveAsPicture } = await import('./save-as-picture.ts')
        await saveAsPicture(widget, place)
        return undefined
      },
    },
    { id: 'link', label: 'export.link', run: copy(place.state) },
    { id: 'link_dates', label: 'export.link_dates', run: copy(frozen(place)) },
  ]
}

/** The state with its relative range replaced by fixed days, so that a link keeps showing the same. */
export function frozen({ state, range, compare }: Pick<ExportPlace, 'state' | 'range' | 'compare'>): SearchState {
  return {
    ...state,
    range: 'custom',
    from: range.from,
    to: range.to,
    ...(compare ? { compare: 'custom', compareFrom: compare.from, compareTo: compare.to } : { compare: 'none' }),
  }
}

function closed(state: SearchState): SearchState {
  return { ...state, open: undefined, order: undefined, after: undefined, note: undefined }
}

/** Link to a widget's figures as CSV. */
export function csvHref(widget: ExportedWidget, { domain, state }: Pick<ExportPlace, 'domain' | 'state'>): string {
  const own = widget.range ? { range: 'custom' as const, ...widget.range, interval: undefined } : {}
  const compare = widget.hasComparison === false ? { compare: 'none' as const } : {}
  const plain = { metric: 'sales', by: 'country', sort: undefined, zoom: undefined } as const
  const query = new URLSearchParams(withSearch(closed(state), { ...plain, ...own, ...compare }))
  const order = readSort(state.sort, widget.key)
  if (order && widget.metrics.includes(order.column)) {
    query.set('sort', `${order.isDescending ? '-' : ''}${order.column}`)
  }
  query.set('metrics', widget.metrics.join(','))
  if (widget.by !== undefined) query.set('by', widget.by)
  if (widget.limit !== undefined) query.set('limit', String(widget.limit))
  const text = query.toString().replaceAll('%3A', ':').replaceAll('%2C', ',')
  return `${href('/shop/:domain/export.csv', { domain })}?${text}`
}
