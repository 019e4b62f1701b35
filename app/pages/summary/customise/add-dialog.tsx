import 'virtual:words/customise'
import type { WidgetSettings } from '@tillsight/domain/inputs'
import { type SubmitEvent, useState } from 'react'
import { useText } from '../../../language/index.ts'
import { Button } from '../../../ui/index.ts'
import { type OverlayControls, OverlayHead, overlays } from '../../../ui/overlays/index.ts'
import { usualSizes } from '../arrange.ts'
import type { PageView } from '../model.ts'
import { dimensionsOf, type StatOption, type SummaryCatalogue } from '../summary-catalogue.ts'
import type { WidgetFrame } from '../widget-frame.ts'
import { draftFrame, isGoal, readDraft, textIn, type WidgetDraft } from './draft.ts'
import { FigureChoice } from './figure-choice.tsx'
import { Preview } from './preview.tsx'
import { DetailFields, KindField } from './widget-fields.tsx'

interface AddProps {
  readonly catalogue: SummaryCatalogue
  readonly view: PageView
}

/** A widget that somebody wants to have. */
export interface AddedWidget {
  readonly settings: WidgetSettings
  readonly section: string
  readonly title: string
}

const dialog = overlays.create<AddProps, AddedWidget>(AddDialog, { place: 'top' })

/** Undefined when the person added none. */
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
  /** The preview follows the form; a goal that is not an amount yet leaves it as it is. */
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
