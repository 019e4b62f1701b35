import 'virtual:words/tools'
import type { WidgetKind } from '@tillsight/domain/inputs'
import { useText } from '../../../language/index.ts'
import { SelectField, TextField } from '../../../ui/index.ts'
import type { Choice } from '../summary-catalogue.ts'
import type { WidgetFrame } from '../widget-frame.ts'

const kinds: readonly WidgetKind[] = ['number', 'line', 'area', 'bars', 'table', 'goal']

interface KindFieldProps {
  readonly kind: WidgetKind
  readonly onChange: (kind: WidgetKind) => void
}

/** Chooses the kind of a widget. */
export function KindField({ kind, onChange }: KindFieldProps) {
  const t = useText()
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">{t('settings.kind')}</legend>
      <div className="flex flex-wrap gap-1.5">
        {kinds.map((each) => (
          <label
            className="relative grid min-h-9 cursor-pointer place-items-center rounded-lg border border-line px-3 text-[13px] hover:bg-hover has-checked:border-accent has-checked:bg-accent-wash has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-accent pointer-coarse:min-h-11"
            key={each}
          >
            <input
              checked={each === kind}
              className="sr-only"
              name="kind"
              onChange={() => onChange(each)}
              type="radio"
              value={each}
            />
            {t(`kind.${each}`)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

interface DetailFieldsProps {
  readonly kind: WidgetKind
  readonly frame: Pick<WidgetFrame, 'by' | 'limit' | 'settings'>
  readonly dimensions: readonly Choice[]
  readonly goalError: string | undefined
  readonly onChange?: () => void
}

const rows = [5, 10, 15, 25] as const
const units = ['week', 'month', 'quarter', 'year'] as const

/** Fields of some kinds: dimension and rows of lists, amount and period of goals. */
export function DetailFields({ kind, frame, dimensions, goalError }: DetailFieldsProps) {
  const t = useText()
  if (kind === 'bars' || kind === 'table') {
    return (
      <div className="grid grid-cols-2 gap-4">
        <SelectField defaultValue={frame.by} label={t('settings.dimension')} name="by">
          {dimensions.map(({ key, label }) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </SelectField>
        <SelectField defaultValue={String(frame.limit || 10)} label={t('settings.rows')} name="limit">
          {rows.map((count) => (
            <option key={count} value={count}>
              {count}
            </option>
          ))}
        </SelectField>
      </div>
    )
  }
  if (kind !== 'goal') return null
  return (
    <div className="grid grid-cols-2 gap-4">
      <TextField
        autoComplete="off"
        defaultValue={frame.settings.goal ?? ''}
        error={goalError}
        help={t('settings.goal_help')}
        inputMode="decimal"
        label={t('settings.goal')}
        name="goal"
        required
      />
      <SelectField defaultValue={frame.settings.goalPer ?? 'month'} label={t('settings.goal_per')} name="goalPer">
        {units.map((unit) => (
          <option key={unit} value={unit}>
            {t(`settings.${unit}`)}
          </option>
        ))}
      </SelectField>
    </div>
  )
}
