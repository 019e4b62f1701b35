import { useEffect, useEffectEvent, useRef } from 'react'
import { href, useFetcher, useNavigate } from 'react-router'
import { type Text, useText } from '../../language/index.ts'
import { openingSearch } from '../../search/index.ts'
import { showToast } from '../../ui/index.ts'
import type { ViewItem, ViewOutcome, ViewPlace } from './model.ts'

type Saving = Pick<ViewItem, 'name' | 'search' | 'isDefault'>

interface ViewActions {
  readonly isBusy: boolean
  /** Saves and opens. */
  readonly save: (view: Saving) => void
  /** Saves without leaving what is shown. */
  readonly store: (view: Saving) => void
  readonly remove: (view: ViewItem) => void
}

/** Changes views in the background; says what was done, with a way back after a removal. */
export function useViewActions({ domain, page }: ViewPlace): ViewActions {
  const t = useText()
  const navigate = useNavigate()
  const fetcher = useFetcher<ViewOutcome>()
  const asked = useRef<{ readonly view: Saving; readonly opens: boolean }>(undefined)
  const submit = (fields: Readonly<Record<string, string>>) =>
    void fetcher.submit(
      { ...fields, page, by: 'script' },
      { action: href('/shop/:domain/views', { domain }), method: 'post' },
    )
  const send = (view: Saving, opens: boolean) => {
    asked.current = { view, opens }
    submit({ intent: 'save', ...toFields(view) })
  }
  const onOutcome = useEffectEvent((outcome: ViewOutcome) => {
    const request = asked.current
    asked.current = undefined
    if (!request) return
    tell(outcome, { t, undo: () => send(request.view, false) })
    if (outcome.done !== 'saved' || !request.opens) return
    void navigate(
      { search: openingSearch({ id: outcome.view.id, search: request.view.search }) },
      { preventScrollReset: true },
    )
  })
  useEffect(() => {
    if (fetcher.data) onOutcome(fetcher.data)
  }, [fetcher.data])
  return {
    isBusy: fetcher.state !== 'idle',
    save: (view) => send(view, true),
    store: (view) => send(view, false),
    remove(view) {
      asked.current = { view, opens: false }
      submit({ intent: 'remove', id: view.id })
    },
  }
}

function toFields({ name, search, isDefault }: Saving): Readonly<Record<string, string>> {
  return { name, search, ...(isDefault ? { isDefault: 'yes' } : {}) }
}

function tell(outcome: ViewOutcome, { t, undo }: { readonly t: Text; readonly undo: () => void }): void {
  if (outcome.done === 'nothing') showToast(t('views.failed', { reason: outcome.failure }), 'failed')
  else if (outcome.done === 'saved') showToast(t('views.saved', { name: outcome.view.name }))
  else showToast(t('views.deleted', { name: outcome.view.name }), 'done', { label: t('action.undo'), run: undo })
}
