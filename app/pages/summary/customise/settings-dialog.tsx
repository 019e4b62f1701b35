import 'virtual:words/tools'
import 'virtual:words/customise'
import { type SubmitEvent, useState } from 'react'
import { useText } from '../../../language/index.ts'
import { Button, SelectField, TextField } from '../../../ui/index.ts'
import { type OverlayControls, OverlayHead, overlays } from '../../../ui/overlays/index.ts'
import { defaultWidgets, dimensionsOf, type SummaryCatalogue } from '../summary-catalogue.ts'
import type { WidgetFrame } from '../widget-frame.ts'
import { isGoal, readDraft, textIn, type WidgetDraft } from './draft.ts'
import { DetailFields, KindField } from './widget-fields.tsx'

interface SettingsProps {
  readonly frame: WidgetFrame
  readonly catalogue: SummaryCatalogue
}

const dialog = overlays.create<SettingsProps, WidgetDraft>(SettingsDialog)

/** Undefined when nothing was changed. */
export function askForSettings(props: SettingsProps): Promise<WidgetDraft | undefined> {
  return overlays.open(dialog, props)
}

function SettingsDialog({ frame, catalogue, close, titleId }: SettingsProps & OverlayControls<WidgetDraft>) {
  const t = useText()
  const [kind, setKind] = useState(frame.kind)
  const [goalError, setGoalError] = useState<string>()
  const own = defaultWidgets(catalogue).find(({ key }) => key === frame.key)
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    if (!isGoal(textIn(form, 'goal'))) return setGoalError(t('settings.goal_wrong'))
    close(readDraft(form, { stat: own?.stat }))
  }
  return (
    <form noValidate onSubmit={save}>
      <OverlayHead close={close} title={t('settings.title', { name: frame.title })} titleId={titleId} />
      <div className="grid gap-4 p-5">
        <TextField
          defaultValue={frame.settings.title ?? ''}
          help={t('settings.name_help')}
          label={t('settings.name')}
          maxLength={80}
          name="title"
          placeholder={frame.label}
        />
        <StatField catalogue={catalogue} stat={frame.stat} />
        <KindField kind={kind} onChange={setKind} />
        <DetailFields
          dimensions={dimensionsOf(
            catalogue,
            catalogue.stats.find(({ key }) => key === frame.stat),
          )}
          frame={frame}
          goalError={goalError}
          kind={kind}
        />
        <SelectField defaultValue={String(frame.size)} label={t('settings.size')} name="size">
          {[1, 2, 3, 4].map((size) => (
            <option key={size} value={size}>
              {t('menu.columns.other', { count: size })}
            </option>
          ))}
        </SelectField>
        <label className="flex items-center gap-2.5">
          <input className="size-4 accent-accent" defaultChecked={frame.hasComparison} name="compare" type="checkbox" />
          {t('settings.compare')}
        </label>
      </div>
      <footer className="sticky bottom-0 flex justify-end gap-2 border-line border-t bg-raised px-5 py-3">
        <Button kind="quiet" onClick={() => close()} type="button">
          {t('action.cancel')}
        </Button>
        <Button kind="primary">{t('action.save')}</Button>
      </footer>
    </form>
  )
}

function StatField({ catalogue, stat }: { readonly catalogue: SummaryCatalogue; readonly stat: string }) {
  const t = useText()
  return (
    <SelectField defaultValue={stat} label={t('settings.figure')} name="stat">
      {catalogue.sections.map(({ id, name }) => (
        <optgroup key={id} label={name}>
          {catalogue.stats
            .filter(({ section }) => section === id)
            .map(({ key, label }) => (
              <option key={key} value={key}>
                {label}
              </option>
            ))}
        </optgroup>
      ))}
    </SelectField>
  )
}
