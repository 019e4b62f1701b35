import { useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { ChevronDown } from '../../icons.ts'
import { type Say, Sentence } from '../../language/index.ts'
import { Button, Card, Notice, SelectField } from '../../ui/index.ts'
import type { ColumnModel, PlanModel } from './model.ts'
import { useWords, type WordKey } from './words.ts'

interface MappingFormProps {
  readonly plan: PlanModel
  /** Opens the form at once: the mapping is incomplete. */
  readonly isNeeded: boolean
}

/** How the file is read: its format, and which heading stands for which column. */
export function MappingForm({ plan, isNeeded }: MappingFormProps) {
  const t = useWords()
  const isBusy = useNavigation().formData?.get('intent') === 'plan'
  const [isUsual, isRare] = [shownAtOnce, (column: ColumnModel) => !shownAtOnce(column)].map((wanted) =>
    plan.columns.filter(wanted),
  )
  return (
    <Card aria-labelledby="plan-heading">
      <details className="group" open={isNeeded}>
        <summary className="flex cursor-pointer list-none flex-wrap items-baseline gap-x-3 [&::-webkit-details-marker]:hidden rounded-xl px-4 py-3.5 sm:px-5">
          <h2 className="font-semibold text-[15px]" id="plan-heading">
            {t('plan.title')}
          </h2>
          <span className="text-[13px] text-faint">{summaryOf(plan, t)}</span>
          <ChevronDown aria-hidden className="ms-auto size-4 self-center text-faint group-open:rotate-180" />
        </summary>
        <Form className="grid gap-5 border-line border-t px-4 py-4 sm:px-5" key={plan.format} method="post">
          <input name="before" type="hidden" value={plan.format} />
          {plan.betterFormat && <Notice severity="info">{t('plan.better', { format: plan.betterFormat })}</Notice>}
          <div className="max-w-sm">
            <SelectField defaultValue={plan.format} help={t('plan.formatHelp')} label={t('plan.format')} name="format">
              {plan.formats.map(({ id, label }) => (
                <option key={id} value={id}>
                  {label}
                </option>
              ))}
            </SelectField>
          </div>
          {isNeeded && <p className="max-w-prose text-pretty text-[13px] text-soft">{t('plan.own')}</p>}
          {plan.ignored.length > 0 && <Ignored plan={plan} />}
          <ul className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
            {isUsual?.map((column) => (
              <ColumnChoice column={column} key={column.name} plan={plan} />
            ))}
          </ul>
          {isRare && isRare.length > 0 && (
            <details className="rounded-lg border border-line px-3 py-2.5" open={isNeeded && plan.ignored.length > 0}>
              <summary className="cursor-pointer rounded font-medium text-[13px]">
                {t('plan.more', { count: isRare.length })}
              </summary>
              <ul className="mt-4 grid gap-x-6 gap-y-4 sm:grid-cols-2">
                {isRare.map((column) => (
                  <ColumnChoice column={column} key={column.name} plan={plan} />
                ))}
              </ul>
            </details>
          )}
          <p>
            <Button isBusy={isBusy} kind={isNeeded ? 'primary' : 'secondary'} name="intent" type="submit" value="plan">
              {t('plan.check')}
            </Button>
          </p>
        </Form>
      </details>
    </Card>
  )
}

function shownAtOnce({ isRequired, isAlternative, heading }: ColumnModel): boolean {
  return isRequired || isAlternative || heading !== ''
}

function summaryOf({ columns, formats, format, ignored }: PlanModel, t: Say<WordKey>): string {
  const label = formats.find(({ id }) => id === format)?.label ?? format
  const read = columns.filter(({ heading }) => heading !== '').length
  const unread = ignored.length > 0 ? [t('plan.unread', { count: ignored.length })] : []
  return [t('plan.summary', { format: label, count: read }), ...unread].join(' · ')
}

function Ignored({ plan: { ignored, samples } }: { readonly plan: PlanModel }) {
  const t = useWords()
  return (
    <div className="rounded-lg bg-hover px-3.5 py-2.5 text-[13px]">
      <p className="font-medium">{t('plan.ignored')}</p>
      <ul className="mt-1 flex flex-wrap gap-x-5 gap-y-1">
        {ignored.map((heading) => (
          <li className="min-w-0 break-words" key={heading}>
            <bdi>{heading}</bdi>
            {samples[heading]?.[0] && (
              <span className="text-soft"> ({t('plan.example', { value: samples[heading][0] })})</span>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Maps a column to a heading, with sample values of the chosen one. */
function ColumnChoice({ column, plan }: { readonly column: ColumnModel; readonly plan: PlanModel }) {
  const t = useWords()
  const [heading, setHeading] = useState(column.heading)
  const values = plan.samples[heading] ?? []
  return (
    <li className="min-w-0">
      <SelectField
        defaultValue={column.heading}
        help={
          <>
            <Sentence {...column.help} />
            {values.length > 0 && (
              <span className="mt-0.5 block truncate text-soft">
                {t('plan.inFile', {
                  values: values.map((value) => t('problems.value', { value })).join(', '),
                })}
              </span>
            )}
          </>
        }
        label={nameOf(column, t)}
        name={`column:${column.name}`}
        onChange={({ target }) => setHeading(target.value)}
      >
        <option value="">{t('plan.none')}</option>
        {plan.headings.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </SelectField>
    </li>
  )
}

function nameOf({ name, isRequired, isAlternative }: ColumnModel, t: Say<WordKey>): string {
  if (isRequired) return t('plan.required', { column: name })
  return isAlternative ? t('plan.oneOf', { column: name }) : name
}
