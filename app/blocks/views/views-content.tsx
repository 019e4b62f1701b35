import 'virtual:words/views'
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Form, href, Link, useFetcher, useLocation, useNavigate } from 'react-router'
import { type Glyph, Pin, PinOff, Trash2 } from '../../icons.ts'
import { type Text, useText } from '../../language/index.ts'
import { openingSearch, parseSearch, toKept } from '../../search/index.ts'
import { Button, showToast, TextField, useAlive } from '../../ui/index.ts'
import { type OverlayControls, OverlayHead, overlays } from '../../ui/overlays/index.ts'
import { openViewOf, type ViewItem, type ViewOutcome, type ViewPlace } from './open-view.ts'

type Saving = Pick<ViewItem, 'name' | 'search' | 'isDefault'>

interface ViewActions {
  readonly isBusy: boolean
  /** Saves the view and opens it. */
  readonly save: (view: Saving) => void
  /** Saves the view and stays on the page. */
  readonly store: (view: Saving) => void
  readonly remove: (view: ViewItem) => void
}

/** Changes views in the background and confirms each change; a removal can be undone. */
function useViewActions({ domain, page }: ViewPlace): ViewActions {
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

/** Inside of the menu of saved views. */
export function ViewsContent({ views, domain, page }: ViewPlace & { readonly views: readonly ViewItem[] }) {
  const t = useText()
  const { search } = useLocation()
  const { view, isEdited } = openViewOf(views, search)
  const actions = useViewActions({ domain, page })
  const state = parseSearch(search)
  return (
    <>
      {views.length === 0 && <p className="px-2.5 py-2 text-[13px] text-faint">{t('views.none')}</p>}
      <ul className="max-h-72 overflow-y-auto overscroll-contain">
        {views.map((each) => (
          <ViewRow actions={actions} isOpen={each.id === view?.id} key={each.id} place={{ domain, page }} view={each} />
        ))}
      </ul>
      <div className={`grid gap-0.5 ${views.length > 0 ? 'mt-1.5 border-line border-t pt-1.5' : ''}`}>
        {view && isEdited && <EditedActions actions={actions} search={toKept(state)} view={view} />}
        {view && (
          <Link className={itemClass} preventScrollReset to={{ search: '?view=none' }}>
            {t('views.without')}
          </Link>
        )}
        <Link
          className={itemClass}
          to={`${href('/shop/:domain/settings/shares/new', { domain })}${shareSearch(page, search)}`}
        >
          {t('views.share')}
        </Link>
        <SaveCurrent actions={actions} isNew={view === undefined} place={{ domain, page }} search={toKept(state)} />
      </div>
    </>
  )
}

/** The page and its days, for the form of a link to it. */
function shareSearch(page: string, search: string): string {
  const params = new URLSearchParams(search)
  params.set('view', page === 'campaigns' ? page : page === 'attributions' ? 'attribution' : 'summary')
  return `?${params}`
}

const itemClass =
  'touch-target flex w-full items-center rounded-lg px-2.5 py-1.5 text-start hover:bg-hover focus-visible:-outline-offset-2'

interface EditedActionsProps {
  readonly view: ViewItem
  readonly search: string
  readonly actions: ViewActions
}

function EditedActions({ view, search, actions }: EditedActionsProps) {
  const t = useText()
  const isAlive = useAlive()
  return (
    <>
      {isAlive && (
        <button className={itemClass} onClick={() => actions.save({ ...view, search })} type="button">
          {t('views.save')}
        </button>
      )}
      <Link className={itemClass} preventScrollReset to={{ search: openingSearch(view) }}>
        {t('views.reset')}
      </Link>
    </>
  )
}

interface SaveCurrentProps {
  /** No open view could be updated instead. */
  readonly isNew: boolean
  readonly place: ViewPlace
  readonly search: string
  readonly actions: ViewActions
}

/** A dialog where scripts run, a form within the menu where they do not. */
function SaveCurrent({ isNew, place: { domain, page }, search, actions }: SaveCurrentProps) {
  const t = useText()
  const ask = async () => {
    const named = await overlays.open(dialog, {})
    if (named) actions.save({ ...named, search })
  }
  if (useAlive()) {
    return (
      <button className={itemClass} onClick={() => void ask()} type="button">
        {t(isNew ? 'views.save_current' : 'views.save_as')}
      </button>
    )
  }
  return (
    <Form action={href('/shop/:domain/views', { domain })} className="grid gap-2 p-2.5" method="post">
      <input name="page" type="hidden" value={page} />
      <input name="search" type="hidden" value={search} />
      <TextField
        autoComplete="off"
        help={t('views.name_hint')}
        label={t('views.name')}
        maxLength={60}
        name="name"
        required
      />
      <label className="flex items-center gap-2.5">
        <input className="size-4 accent-(--color-accent)" name="isDefault" type="checkbox" value="yes" />
        {t('views.open_by_default')}
      </label>
      <Button kind="primary" name="intent" value="save">
        {t('action.save')}
      </Button>
    </Form>
  )
}

interface ViewRowProps {
  readonly view: ViewItem
  readonly isOpen: boolean
  readonly place: ViewPlace
  readonly actions: ViewActions
}

/** One view: a press opens it, two small buttons make it the default and delete it. */
function ViewRow({ view, isOpen, place, actions }: ViewRowProps) {
  const t = useText()
  const { search } = useLocation()
  const { id, name, isDefault } = view
  return (
    <li className="flex items-center gap-0.5">
      <Link
        aria-current={isOpen ? 'true' : undefined}
        className="touch-target flex min-w-0 flex-1 items-center gap-2 rounded-lg px-2.5 py-1.5 hover:bg-hover focus-visible:-outline-offset-2 aria-[current]:font-medium"
        preventScrollReset
        to={{ search: openingSearch(view) }}
      >
        <span className="truncate">{name}</span>
        {isDefault && <span className="shrink-0 font-normal text-faint text-xs">{t('views.is_default')}</span>}
      </Link>
      <RowButton
        change={() => actions.store({ ...view, isDefault: !isDefault })}
        fields={{ intent: 'save', name, search: view.search, ...(isDefault ? {} : { isDefault: 'yes' }) }}
        icon={isDefault ? PinOff : Pin}
        label={t(isDefault ? 'views.end_default' : 'views.make_default', { name })}
        place={place}
      />
      <RowButton
        change={() => actions.remove(view)}
        fields={{ intent: 'remove', id, search }}
        icon={Trash2}
        label={t('views.delete', { name })}
        place={place}
      />
    </li>
  )
}

interface RowButtonProps {
  readonly label: string
  readonly icon: Glyph
  readonly place: ViewPlace
  /** Form fields sent without scripts. */
  readonly fields: Readonly<Record<string, string>>
  /** Called instead where scripts run. */
  readonly change: () => void
}

function RowButton({ label, icon: Icon, place: { domain, page }, fields, change }: RowButtonProps) {
  const press = (event: FormEvent) => {
    event.preventDefault()
    change()
  }
  return (
    <Form action={href('/shop/:domain/views', { domain })} method="post" onSubmit={press}>
      <input name="page" type="hidden" value={page} />
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} name={name} type="hidden" value={value} />
      ))}
      <button
        aria-label={label}
        className="touch-target grid size-8 place-items-center rounded-lg text-faint hover:bg-hover hover:text-ink"
        title={label}
        type="submit"
      >
        <Icon aria-hidden className="size-4" strokeWidth={1.75} />
      </button>
    </Form>
  )
}

/** A name for the current view. */
interface NamedView {
  readonly name: string
  readonly isDefault: boolean
}

/** Asks for the name of a new view. */
function SaveViewDialog({ close, titleId }: OverlayControls<NamedView>) {
  const t = useText()
  const [name, setName] = useState('')
  const [isDefault, setIsDefault] = useState(false)
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim()) close({ name: name.trim(), isDefault })
  }
  return (
    <>
      <OverlayHead close={() => close()} title={t('views.dialog')} titleId={titleId} />
      <form className="grid gap-4 px-5 py-4" onSubmit={save}>
        <TextField
          autoComplete="off"
          help={t('views.name_hint')}
          label={t('views.name')}
          maxLength={60}
          onChange={(event) => setName(event.target.value)}
          required
          value={name}
        />
        <label className="flex items-center gap-2.5">
          <input
            checked={isDefault}
            className="size-4 accent-(--color-accent)"
            onChange={(event) => setIsDefault(event.target.checked)}
            type="checkbox"
          />
          {t('views.open_by_default')}
        </label>
        <div className="flex justify-end gap-2">
          <Button onClick={() => close()} type="button">
            {t('action.cancel')}
          </Button>
          <Button kind="primary">{t('action.save')}</Button>
        </div>
      </form>
    </>
  )
}

const dialog = overlays.create<object, NamedView>(SaveViewDialog)
