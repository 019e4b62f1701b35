import 'virtual:words/customise'
import type { WidgetSettings } from '@tillsight/domain/inputs'
import { type SubmitEvent, useId, useState } from 'react'
import { Search } from '../../../icons.ts'
import { useText } from '../../../language/index.ts'
import { Button } from '../../../ui/index.ts'
import { type OverlayControls, OverlayHead, overlays } from '../../../ui/overlays/index.ts'
import { usualSizes } from '../arrange.ts'
import { useLateContent } from '../layout/late-content.tsx'
import type { PageView } from '../model.ts'
import { dimensionsOf, type StatOption, type SummaryCatalogue } from '../summary-catalogue.ts'
import { toWidget } from '../to-widget.ts'
import type { WidgetFrame } from '../widget-frame.ts'
import { bodyLook, WidgetBody } from '../widgets/widget-body.tsx'
import { draftFrame, isGoal, readDraft, textIn, type WidgetDraft } from './draft.ts'
import { DetailFields, KindField } from './widget-fields.tsx'

interface AddProps {
  readonly catalogue: SummaryCatalogue
  readonly view: PageView
}

/** A widget to add. */
export interface AddedWidget {
  readonly settings: WidgetSettings
  readonly section: string
  readonly title: string
}

const dialog = overlays.create<AddProps, AddedWidget>(AddDialog, { place: 'top' })

/** Undefined when cancelled. */
export function askForWidget(props: AddProps): Promise<AddedWidget | undefined> {
  return overlays.open(dialog, props)
}

function AddDialog({ catalogue, view, close, titleId }: AddProps & OverlayControls<AddedWidget>) {
  const t = useText()
  const [stat, setStat] = useState<StatOption>()
  const [draft, setDraft] = useState<WidgetDraft>({})
  const [goalError, setGoalError] = useState<string>()
  const kind = draft.kind ?? 'number'
  const frame = stat && draftFrame(emptyFrame(stat, catalogue), draft)
  /** The preview follows the form; an invalid goal leaves it unchanged. */
  const follow = (form: HTMLFormElement) => {
    const data = new FormData(form)
    if (isGoal(textIn(data, 'goal'))) setDraft(readDraft(data, { stat: undefined }))
    setGoalError(undefined)
  }
  const add = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    if (!isGoal(textIn(data, 'goal'))) return setGoalError(t('settings.goal_wrong'))
    if (!stat) return
    const { section, label } = stat
    const set = Object.entries(readDraft(data, { stat: undefined })).filter(([, value]) => value !== null)
    close({ section, title: label, settings: { ...Object.fromEntries(set), stat: stat.key, size: usualSizes[kind] } })
  }
  return (
    <form noValidate onChange={(event) => follow(event.currentTarget)} onSubmit={add}>
      <OverlayHead close={close} title={t('add.title')} titleId={titleId} />
      <div className="grid gap-4 p-5">
        <input name="compare" type="hidden" value="on" />
        <FigureChoice catalogue={catalogue} chosen={stat} onChoose={setStat} />
        <KindField kind={kind} onChange={() => undefined} />
        {frame && (
          <DetailFields dimensions={dimensionsOf(catalogue, stat)} frame={frame} goalError={goalError} kind={kind} />
        )}
        <Preview frame={frame} view={view} />
      </div>
      <footer className="sticky bottom-0 flex justify-end gap-2 border-line border-t bg-raised px-5 py-3">
        <Button kind="quiet" onClick={() => close()} type="button">
          {t('action.cancel')}
        </Button>
        <Button disabled={!stat} kind="primary">
          {t('add.submit')}
        </Button>
      </footer>
    </form>
  )
}

function emptyFrame(stat: StatOption, catalogue: SummaryCatalogue): WidgetFrame {
  const { sections } = catalogue
  return {
    key: 'own.preview',
    stat: stat.key,
    metric: stat.metric,
    title: stat.label,
    label: stat.label,
    unit: stat.unit,
    section: stat.section,
    isPinned: false,
    isConnected: sections.some(({ id, isConnected }) => id === stat.section && isConnected),
    place: 0,
    kind: 'number',
    size: 1,
    by: dimensionsOf(catalogue, stat)[0]?.key ?? '',
    limit: 0,
    hasComparison: true,
    followsAddress: false,
    isOwn: true,
    settings: {},
  }
}

interface PreviewProps {
  /** Undefined until a figure is chosen. */
  readonly frame: WidgetFrame | undefined
  readonly view: PageView
}

/** Preview of a widget, with figures of the page's period. */
function Preview({ frame, view }: PreviewProps) {
  const t = useText()
  return (
    <section aria-label={t('add.preview')}>
      <h3 className="mb-1.5 font-medium">{t('add.preview')}</h3>
      {frame ? (
        <Living frame={frame} view={view} />
      ) : (
        <p className="grid h-36 place-items-center rounded-xl border border-line border-dashed text-[13px] text-faint">
          {t('add.choose')}
        </p>
      )}
    </section>
  )
}

function Living({ frame, view }: { readonly frame: WidgetFrame; readonly view: PageView }) {
  const load = useLateContent(frame, view)
  return (
    <div className={`relative min-h-36 rounded-xl border border-line bg-surface ${bodyLook(frame.kind)}`} inert>
      <WidgetBody view={view} widget={toWidget(frame, frame.isConnected ? load : undefined)} />
    </div>
  )
}

interface FigureChoiceProps {
  readonly catalogue: SummaryCatalogue
  readonly chosen: StatOption | undefined
  readonly onChoose: (stat: StatOption) => void
}

/** All metrics of all sections, by label. */
function FigureChoice({ catalogue, chosen, onChoose }: FigureChoiceProps) {
  const t = useText()
  const id = useId()
  const [words, setWords] = useState('')
  const found = catalogue.stats.filter(({ label, metric }) => matches(`${label} ${metric}`, words))
  const sections = catalogue.sections.filter((section) => found.some((stat) => stat.section === section.id))
  return (
    <div>
      <label className="sr-only" htmlFor={id}>
        {t('add.search')}
      </label>
      <span className="relative block">
        <Search
          aria-hidden
          className="pointer-events-none absolute start-3 top-1/2 size-4 -translate-y-1/2 text-faint"
        />
        <input
          autoComplete="off"
          className="h-10 w-full rounded-lg border border-edge bg-surface ps-9 pe-3 pointer-coarse:h-11 pointer-coarse:text-base"
          id={id}
          onChange={(event) => setWords(event.target.value)}
          placeholder={t('add.search')}
          type="search"
          value={words}
        />
      </span>
      <fieldset className="mt-2 max-h-52 overflow-y-auto rounded-lg border border-line p-1.5">
        <legend className="sr-only">{t('add.figures')}</legend>
        {found.length === 0 && <p className="p-3 text-center text-[13px] text-faint">{t('add.none')}</p>}
        {sections.map((section) => (
          <div key={section.id}>
            <p className="px-2 pt-1.5 pb-1 text-faint text-xs">{section.name}</p>
            {found
              .filter((stat) => stat.section === section.id)
              .map((stat) => (
                <label
                  className="relative flex h-8 cursor-pointer items-center rounded-md px-2 hover:bg-hover has-checked:bg-accent-wash has-checked:font-medium has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-accent"
                  key={stat.key}
                >
                  <input
                    checked={chosen?.key === stat.key}
                    className="sr-only"
                    name="figure"
                    onChange={() => onChoose(stat)}
                    type="radio"
                    value={stat.key}
                  />
                  {stat.label}
                </label>
              ))}
          </div>
        ))}
      </fieldset>
    </div>
  )
}

/** Whether the name contains every word. */
function matches(name: string, words: string): boolean {
  const lower = name.toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word))
}
