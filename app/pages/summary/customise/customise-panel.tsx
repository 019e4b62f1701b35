import { Link } from 'react-router'
import { Eye, Plus, RotateCcw } from '../../../icons.ts'
import { type Text, useText } from '../../../language/index.ts'
import { withSearch } from '../../../search/index.ts'
import { Button, buttonClass, Card, showToast } from '../../../ui/index.ts'
import type { Arrangement } from '../arrange.ts'
import { type Arranging, useArranging } from '../layout/arranging.tsx'
import { useChangeWithUndo } from '../layout/change-with-undo.ts'
import { addWidget, changeSettings, resetAll } from '../moves.ts'
import type { WidgetFrame } from '../widget-frame.ts'
import { SectionsList } from './sections-list.tsx'

/** Settings of the whole page: columns, width, sections, hidden widgets, adding widgets. */
export function CustomisePanel({ arrangement }: { readonly arrangement: Arrangement }) {
  const t = useText()
  const arranging = useArranging()
  const { view } = arranging
  const changeWithUndo = useChangeWithUndo()
  return (
    <Card aria-labelledby="customise-heading" className="bg-sunken">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-b px-4 py-3">
        <div className="min-w-0 flex-1">
          <h2 className="font-semibold text-[15px]" id="customise-heading">
            {t('customise.title')}
          </h2>
          <p className="text-[13px] text-faint">{t('customise.hint')}</p>
        </div>
        <div className="flex flex-wrap gap-2 max-sm:order-last max-sm:w-full">
          <Button onClick={() => void openAdding(arranging, t)} size="small" type="button">
            <Plus aria-hidden className="size-4" /> {t('customise.add')}
          </Button>
          <Button
            kind="quiet"
            onClick={() => changeWithUndo(resetAll(arranging), t('customise.reset_done'))}
            size="small"
            type="button"
          >
            <RotateCcw aria-hidden className="size-4" /> {t('customise.reset')}
          </Button>
        </div>
        <Link
          className={buttonClass('primary', 'small')}
          preventScrollReset
          to={{ search: withSearch(view.state, { customise: false }) }}
        >
          {t('customise.done')}
        </Link>
      </header>
      <div className="grid gap-x-8 gap-y-5 p-4 md:grid-cols-2 xl:grid-cols-[auto_1fr_1fr]">
        <LayoutFields />
        <SectionsList sections={arrangement.sections} />
        <HiddenList hidden={arrangement.hidden} />
      </div>
    </Card>
  )
}

const columns = [1, 2, 3, 4, 5, 6] as const

function LayoutFields() {
  const t = useText()
  const { summary, change } = useArranging()
  const { grid, fluid } = summary.layout
  return (
    <div className="grid content-start gap-4 md:max-xl:col-span-2">
      <fieldset>
        <legend className="mb-1.5 font-medium">{t('customise.columns')}</legend>
        <div className="flex w-fit rounded-lg bg-hover p-0.5">
          {columns.map((count) => (
            <label
              className="relative grid size-8 cursor-pointer place-items-center rounded-md text-soft tabular hover:text-ink has-checked:bg-surface has-checked:font-medium has-checked:text-ink has-checked:shadow-xs has-focus-visible:outline-2 has-focus-visible:outline-accent"
              key={count}
            >
              <input
                checked={grid === count}
                className="sr-only"
                name="columns"
                onChange={() => change({ summary: { layout: { grid: count } } })}
                type="radio"
              />
              {count}
            </label>
          ))}
        </div>
      </fieldset>
      <label className="flex items-center gap-2.5">
        <input
          checked={fluid}
          className="size-4 accent-accent"
          onChange={(event) => change({ summary: { layout: { fluid: event.target.checked } } })}
          type="checkbox"
        />
        {t('customise.fluid')}
      </label>
    </div>
  )
}

/** Opens the dialog that adds a widget; its code is loaded on first use. */
async function openAdding(arranging: Arranging, t: Text): Promise<void> {
  const { askForWidget } = await import('./add-dialog.tsx')
  const { catalogue, view } = arranging
  const added = await askForWidget({ catalogue, view })
  if (!added) return
  arranging.change(addWidget({ ...added.settings, key: newKey(), section: added.section }, arranging))
  showToast(t('add.added', { name: added.title }))
}

/** Keys need to be unique only within one person's summary. */
function newKey(): string {
  const numbers = crypto.getRandomValues(new Uint32Array(2))
  return `own.${[...numbers].map((number) => number.toString(36)).join('')}`
}

/** Hidden widgets, with a button to show them again. */
function HiddenList({ hidden }: { readonly hidden: readonly WidgetFrame[] }) {
  const t = useText()
  const { change, catalogue } = useArranging()
  return (
    <section aria-labelledby="hidden-heading">
      <h3 className="mb-1.5 font-medium" id="hidden-heading">
        {t('customise.hidden')}
      </h3>
      {hidden.length === 0 && <p className="text-[13px] text-faint">{t('customise.none_hidden')}</p>}
      <ul className="flex flex-wrap gap-1.5">
        {hidden.map(({ key, title, section }) => (
          <li key={key}>
            <button
              aria-label={t('customise.show', { name: title })}
              className="touch-target inline-flex h-8 items-center gap-1.5 rounded-lg border border-line bg-surface px-2.5 text-[13px] hover:bg-hover"
              onClick={() => change(changeSettings(key, { hidden: null }))}
              type="button"
            >
              <Eye aria-hidden className="size-3.5 text-faint" />
              {title}
              {section !== catalogue.platform && (
                <span className="text-faint">{catalogue.sections.find(({ id }) => id === section)?.name}</span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
