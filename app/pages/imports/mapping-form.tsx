import { useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { ChevronDown } from '../../icons.ts'
import { Button, Card, Notice, SelectField } from '../../ui/index.ts'
import type { ColumnModel, PlanModel } from './model.ts'

interface MappingFormProps {
  readonly plan: PlanModel
  /** Opens the form at once: the mapping is incomplete. */
  readonly isNeeded: boolean
}

/** How the file is read: its format, and which heading stands for which column. */
export function MappingForm({ plan, isNeeded }: MappingFormProps) {
  const isBusy = useNavigation().formData?.get('intent') === 'plan'
  const [isUsual, isRare] = [shownAtOnce, (column: ColumnModel) => !shownAtOnce(column)].map((wanted) =>
    plan.columns.filter(wanted),
  )
  return (
    <Card aria-labelledby="plan-heading">
      <details className="group" open={isNeeded}>
        <summary className="flex cursor-pointer list-none flex-wrap items-baseline gap-x-3 [&::-webkit-details-marker]:hidden rounded-xl px-4 py-3.5 sm:px-5">
          <h2 className="font-semibold text-[15px]" id="plan-heading">
            How the file is read
          </h2>
          <span className="text-[13px] text-faint">{summaryOf(plan)}</span>
          <ChevronDown aria-hidden className="ms-auto size-4 self-center text-faint group-open:rotate-180" />
        </summary>
        <Form className="grid gap-5 border-line border-t px-4 py-4 sm:px-5" key={plan.format} method="post">
          <input name="before" type="hidden" value={plan.format} />
          {plan.betterFormat && (
            <Notice severity="info">The headings look like “{plan.betterFormat}”. Choose that format to use it.</Notice>
          )}
          <div className="max-w-sm">
            <SelectField
              defaultValue={plan.format}
              help="With another format the columns are matched anew."
              label="Format"
              name="format"
            >
              {plan.formats.map(({ id, label }) => (
                <option key={id} value={id}>
                  {label}
                </option>
              ))}
            </SelectField>
          </div>
          {isNeeded && (
            <p className="max-w-prose text-pretty text-[13px] text-soft">
              Headings of your own? Choose below which of them stands for which column. The next file with the same
              headings is read the same way.
            </p>
          )}
          {plan.ignored.length > 0 && <Ignored plan={plan} />}
          <ul className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
            {isUsual?.map((column) => (
              <ColumnChoice column={column} key={column.name} plan={plan} />
            ))}
          </ul>
          {isRare && isRare.length > 0 && (
            <details className="rounded-lg border border-line px-3 py-2.5" open={isNeeded && plan.ignored.length > 0}>
              <summary className="cursor-pointer rounded font-medium text-[13px]">
                {isRare.length} more columns that the file can have
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
              Check the file again
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

function summaryOf({ columns, formats, format, ignored }: PlanModel): string {
  const label = formats.find(({ id }) => id === format)?.label ?? format
  const read = columns.filter(({ heading }) => heading !== '').length
  const unread = ignored.length > 0 ? `, ${ignored.length} not read` : ''
  return `${label}: ${read} columns read${unread}`
}

function Ignored({ plan: { ignored, samples } }: { readonly plan: PlanModel }) {
  return (
    <div className="rounded-lg bg-hover px-3.5 py-2.5 text-[13px]">
      <p className="font-medium">Headings that are not read</p>
      <ul className="mt-1 flex flex-wrap gap-x-5 gap-y-1">
        {ignored.map((heading) => (
          <li className="min-w-0 break-words" key={heading}>
            {heading}
            {samples[heading]?.[0] && <span className="text-soft"> (such as “{samples[heading][0]}”)</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Maps a column to a heading, with sample values of the chosen one. */
function ColumnChoice({ column, plan }: { readonly column: ColumnModel; readonly plan: PlanModel }) {
  const [heading, setHeading] = useState(column.heading)
  const values = plan.samples[heading] ?? []
  return (
    <li className="min-w-0">
      <SelectField
        defaultValue={column.heading}
        help={
          <>
            {column.help}
            {values.length > 0 && (
              <span className="mt-0.5 block truncate text-soft">In the file: {values.map(quote).join(', ')}</span>
            )}
          </>
        }
        label={`${column.name}${markOf(column)}`}
        name={`column:${column.name}`}
        onChange={({ target }) => setHeading(target.value)}
      >
        <option value="">Not in the file</option>
        {plan.headings.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </SelectField>
    </li>
  )
}

function markOf({ isRequired, isAlternative }: ColumnModel): string {
  if (isRequired) return ' (required)'
  return isAlternative ? ' (one of these)' : ''
}

function quote(value: string): string {
  return `“${value}”`
}
