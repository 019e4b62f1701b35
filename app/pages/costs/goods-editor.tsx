import type { ClipboardEvent, KeyboardEvent } from 'react'
import { Form, href, Link } from 'react-router'
import { Badge, Card, CardHeader, Notice, ProductPicture, Scroller, TextField } from '../../ui/index.ts'
import { Coverage, ShownGoods } from './goods-head.tsx'
import type { CostOutcome, GoodsModel } from './model.ts'
import { FormButtons, HiddenFields, Outcome, ReasonField, typedOf, useSeen } from './outcome.tsx'

interface GoodsEditorProps {
  readonly goods: GoodsModel
  readonly outcome: CostOutcome | undefined
  /** Query string that keeps the period. */
  readonly search: string
}

const states = {
  exact: { label: 'Known', tone: 'good' },
  assumed: { label: 'Assumed', tone: 'neutral' },
  unknown: { label: 'Missing', tone: 'warn' },
} as const

const formName = 'goods'

/**
 * What a piece of each variant costs, for typing: Tab and the arrow keys move, a column pasted from a spreadsheet fills the rows
 * from there on, Ctrl+D copies a cost to all rows below, Enter shows what the change would do.
 */
export function GoodsEditor({ goods, outcome, search }: GoodsEditorProps) {
  return (
    <Card aria-labelledby="goods-costs">
      <CardHeader
        id="goods-costs"
        note={`What one piece costs you, in ${goods.currency}. Most net sales first: ${goods.shown} of ${goods.total} variants sold in the period.`}
        title="Cost of goods"
      >
        <ShownGoods goods={goods} search={search} />
      </CardHeader>
      <div className="grid gap-4 px-4 pt-3 pb-4 sm:px-5 sm:pb-5">
        {goods.coverage && <Coverage parts={goods.coverage} />}
        {goods.missing && <Notice severity="info">{goods.missing}</Notice>}
        {goods.rows.length === 0 ? (
          <p className="text-soft">
            {goods.only === undefined
              ? 'Nothing was sold in the period. Choose another one to enter what its goods cost.'
              : 'Nothing sold in the period is like that.'}
          </p>
        ) : (
          <GoodsForm goods={goods} outcome={outcome?.form === formName ? outcome : undefined} />
        )}
      </div>
    </Card>
  )
}

function GoodsForm({ goods, outcome }: Omit<GoodsEditorProps, 'search'>) {
  const seen = useSeen(goods.latest, outcome)
  const typed = typedOf(outcome)
  if (!goods.mayEnter) return <GoodsTable goods={goods} typed={typed} />
  return (
    <Form className="grid grid-cols-1 gap-4" method="post" preventScrollReset>
      <HiddenFields fields={{ form: formName, what: 'goods', seen }} />
      <div className="max-w-56">
        <TextField
          defaultValue={typed['from'] ?? ''}
          help="Empty: for all orders so far, too."
          label="Valid from"
          name="from"
          type="date"
        />
      </div>
      <GoodsTable goods={goods} typed={typed} />
      <div className="sticky bottom-0 flex flex-wrap items-end gap-3 border-line border-t bg-surface py-3 max-md:bottom-16 sm:justify-end">
        <div className="grid min-w-48 flex-1 gap-3 empty:hidden">
          <Outcome outcome={outcome} />
          <ReasonField outcome={outcome} />
        </div>
        <FormButtons form={formName} outcome={outcome} save="Save costs" />
      </div>
    </Form>
  )
}

type Typed = Readonly<Record<string, string>>

function GoodsTable({ goods, typed }: { readonly goods: GoodsModel; readonly typed: Typed }) {
  return (
    <Scroller label="Costs of the variants sold">
      <table className="w-full text-[13px]">
        <thead>
          <tr className="border-line border-b text-faint">
            <th className="py-2 pe-3 text-start font-medium" scope="col">
              Variant
            </th>
            <th className="py-2 text-end font-medium sm:pe-3" scope="col">
              Cost of a piece
            </th>
            <th className="py-2 pe-3 text-end font-medium max-sm:hidden" scope="col">
              Margin
            </th>
            <th className="py-2 pe-3 text-start font-medium max-sm:hidden" scope="col">
              In the period
            </th>
            <th className="py-2 pe-3 text-end font-medium max-sm:hidden" scope="col">
              Units
            </th>
            <th className="py-2 text-end font-medium max-sm:hidden" scope="col">
              Net sales
            </th>
          </tr>
        </thead>
        <tbody>
          {goods.rows.map((row) => (
            <tr className="border-line border-b last:border-0" key={row.variant}>
              <th className="py-2 pe-3 text-start font-normal" scope="row">
                <span className="flex gap-2.5">
                  <ProductPicture address={row.picture} />
                  <span className="min-w-0">
                    <Link
                      className="block rounded font-medium underline decoration-line underline-offset-3 hover:decoration-current"
                      to={href('/shop/:domain/costs/goods/:variant', { domain: goods.domain, variant: row.variant })}
                    >
                      {row.title}
                    </Link>
                    <span className="block text-faint text-xs">{row.sku || 'No SKU'}</span>
                    <span className="mt-1 flex flex-wrap items-center gap-2 sm:hidden">
                      <Badge tone={states[row.state].tone}>{states[row.state].label}</Badge>
                      <span className="tabular text-soft">{row.net}</span>
                      <span className="text-faint text-xs">
                        {row.units} sold{row.margin && `, margin ${row.margin}`}
                      </span>
                    </span>
                  </span>
                </span>
              </th>
              <td className="py-2 text-end sm:pe-3">
                {goods.mayEnter ? (
                  <CostField row={row} typed={typed} />
                ) : (
                  <span className="tabular">{row.cost || row.madeOf || '–'}</span>
                )}
                {row.about && <span className="mt-1 block text-faint text-xs">{row.about}</span>}
              </td>
              <td className="tabular py-2 pe-3 text-end max-sm:hidden">{row.margin || '–'}</td>
              <td className="py-2 pe-3 max-sm:hidden">
                <Badge tone={states[row.state].tone}>{states[row.state].label}</Badge>
              </td>
              <td className="tabular py-2 pe-3 text-end max-sm:hidden">{row.units}</td>
              <td className="tabular py-2 text-end max-sm:hidden">{row.net}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  )
}

function CostField({ row, typed }: { readonly row: GoodsModel['rows'][number]; readonly typed: Typed }) {
  return (
    <>
      <input name={`was:${row.variant}`} type="hidden" value={typed[`was:${row.variant}`] ?? row.cost} />
      {row.entry !== null && <input name={`entry:${row.variant}`} type="hidden" value={row.entry} />}
      <input
        aria-label={`Cost of a piece of ${row.title}`}
        autoComplete="off"
        className="tabular h-9 w-28 rounded-lg border border-edge bg-surface px-2 text-end pointer-coarse:h-11 pointer-coarse:text-base"
        defaultValue={typed[`cost:${row.variant}`] ?? row.cost}
        inputMode="decimal"
        maxLength={20}
        name={`cost:${row.variant}`}
        onKeyDown={moveByKeys}
        onPaste={pasteDown}
        placeholder={row.otherwise}
        title={`Empty: ${row.otherwise}`}
      />
    </>
  )
}

/** All fields of the table that one of them stands in. */
function fieldsAround(field: HTMLInputElement): HTMLInputElement[] {
  return [...(field.closest('table')?.querySelectorAll<HTMLInputElement>('input[name^="cost:"]') ?? [])]
}

/** A column that was copied from a spreadsheet fills this row and those below; of several columns the last. */
function pasteDown(event: ClipboardEvent<HTMLInputElement>): void {
  const lines = event.clipboardData.getData('text').trimEnd().split(/\r?\n/)
  if (lines.length < 2) return
  event.preventDefault()
  const fields = fieldsAround(event.currentTarget)
  const start = fields.indexOf(event.currentTarget)
  lines.forEach((line, index) => {
    const field = fields[start + index]
    if (field) field.value = (line.split('\t').at(-1) ?? '').trim()
  })
}

/** Arrow keys move between rows; Ctrl+D, or Cmd+D, copies the field to all rows below it, as in a spreadsheet. */
function moveByKeys(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key === 'd' && (event.ctrlKey || event.metaKey)) {
    event.preventDefault()
    const { value } = event.currentTarget
    const all = fieldsAround(event.currentTarget)
    for (const field of all.slice(all.indexOf(event.currentTarget) + 1)) field.value = value
    return
  }
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  const fields = fieldsAround(event.currentTarget)
  const next = fields[fields.indexOf(event.currentTarget) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
  next.select()
}
