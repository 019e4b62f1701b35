import { type LucideIcon, Pin, PinOff, Trash2 } from 'lucide-react'
import type { FormEvent } from 'react'
import { Form, href, Link, useLocation } from 'react-router'
import { useText } from '../../language/index.ts'
import { openingSearch } from '../../search/index.ts'
import type { ViewItem, ViewPlace } from './model.ts'
import type { useViewActions } from './use-view-actions.ts'

interface ViewRowProps {
  readonly view: ViewItem
  readonly isOpen: boolean
  readonly place: ViewPlace
  readonly actions: ReturnType<typeof useViewActions>
}

/** One view: a press opens it, two small buttons make it the default and delete it. */
export function ViewRow({ view, isOpen, place, actions }: ViewRowProps) {
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
  readonly icon: LucideIcon
  readonly place: ViewPlace
  /** What is sent without scripts. */
  readonly fields: Readonly<Record<string, string>>
  /** What a script does instead. */
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
