import type { ClipboardEvent, KeyboardEvent } from 'react'
import { Form, useNavigation } from 'react-router'
import { Badge, Button, Card, CardHeader, Scroller, TextField } from '../../ui/index.ts'
import type { CostOutcome, GoodsModel } from './model.ts'
import { Outcome } from './outcome.tsx'

interface GoodsEditorProps {
  readonly goods: GoodsModel
  readonly outcome: CostOutcome | undefined
}

const states = {
  exact: { label: 'Known', tone: 'good' },
  assumed: { label: 'Assumed', tone: 'neutral' },
  unknown: { label: 'Missing', tone: 'warn' },
} as const

const formName = 'goods'

/**
 * What a piece of each variant costs, for typing: Tab and the arrow keys move, a column pasted from a spreadsheet fills the rows
 * from there on, Enter shows what the change would do.
 */
export function GoodsEditor({ goods, outcome }: GoodsEditorProps) {
  const own = outcome?.form === formName ? outcome : undefined
  const typed = own && own.kind !== 'saved' ? own.typed : {}
  return (
    <Card aria-labelledby="goods-costs">
      <CardHeader
        id="goods-costs"
        note={`What one piece costs you, in ${goods.currency}. Most net sales first; ${goods.shown} of ${goods.total} variants sold in the period.`}
        title="Cost of goods"
      />
      <div className="px-4 pb-4 sm:px-5 sm:pb-5">
        {goods.rows.length === 0 ? (
          <p className="mt-3 text-soft">
            Nothing was sold in the period. Choose another one to enter what its goods cost.
          </p>
        ) : (
          <Form className="mt-4 grid gap-4" method="post" preventScrollReset>
            <input name="form" type="hidden" value={formName} />
            <input name="what" type="hidden" value="goods" />
            <Scroller label="Cost of goods">
              <table className="w-full text-[13px]" onKeyDown={moveByArrows} onPaste={fillDown}>
                <thead>
                  <tr className="border-line border-b text-faint">
                    <th className="py-2 pe-3 text-start font-medium" scope="col">
                      Variant
                    </th>
                    <th className="py-2 pe-3 text-end font-medium" scope="col">
                      Cost of a piece
                    </th>
                    <th className="py-2 pe-3 text-start font-medium" scope="col">
                      In the period
                    </th>
                    <th className="py-2 pe-3 text-end font-medium max-sm:hidden" scope="col">
                      Units
                    </th>
                    <th className="py-2 text-end font-medium" scope="col">
                      Net sales
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {goods.rows.map((row) => (
                    <tr className="border-line border-b last:border-0" key={row.variant}>
                      <th className="py-2 pe-3 text-start font-normal" scope="row">
                        <span className="block font-medium">{row.title}</span>
                        <span className="block text-faint text-xs">{row.sku || 'No SKU'}</span>
                      </th>
                      <td className="py-2 pe-3 text-end">
                        {goods.mayEnter ? (
                          <CostField row={row} typed={typed[`cost:${row.variant}`]} />
                        ) : (
                          <span className="tabular">{row.cost || '–'}</span>
                        )}
                        {row.about && <span className="block text-faint text-xs">{row.about}</span>}
                      </td>
                      <td className="py-2 pe-3">
                        <Badge tone={states[row.state].tone}>{states[row.state].label}</Badge>
                      </td>
                      <td className="tabular py-2 pe-3 text-end max-sm:hidden">{row.units}</td>
                      <td className="tabular py-2 text-end">{row.net}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </Scroller>
            {goods.mayEnter && <SaveBar outcome={own} />}
          </Form>
        )}
      </div>
    </Card>
  )
}

function CostField({ row, typed }: { readonly row: GoodsModel['rows'][number]; readonly typed: string | undefined }) {
  return (
    <>
      <input name={`was:${row.variant}`} type="hidden" value={row.cost} />
      <input
        aria-label={`Cost of a piece of ${row.title}`}
        autoComplete="off"
        className="tabular h-9 w-28 rounded-lg border border-edge bg-surface px-2 text-end pointer-coarse:h-11 pointer-coarse:text-base"
        defaultValue={typed ?? row.cost}
        inputMode="decimal"
        maxLength={20}
        name={`cost:${row.variant}`}
        placeholder="0.00"
      />
    </>
  )
}

/** From when on the typed costs hold, what they would do, and saving them. */
function SaveBar({ outcome }: { readonly outcome: CostOutcome | undefined }) {
  const busy = useNavigation().formData
  const typed = outcome && outcome.kind !== 'saved' ? outcome.typed : {}
  const isOwn = busy?.get('form') === formName
  return (
    <div className="sticky bottom-0 grid gap-4 border-line border-t bg-surface py-3 max-md:bottom-16 sm:grid-cols-[12rem_1fr_auto] sm:items-end">
      <TextField
        defaultValue={typed['from'] ?? ''}
        help="Empty: since ever."
        label="Valid from"
        name="from"
        type="date"
      />
      <Outcome outcome={outcome} />
      <p className="flex gap-2">
        <Button isBusy={isOwn && busy?.get('intent') === 'preview'} name="intent" type="submit" value="preview">
          What would change?
        </Button>
        <Button
          isBusy={isOwn && busy?.get('intent') === 'save'}
          kind="primary"
          name="intent"
          type="submit"
          value="save"
        >
          Save costs
        </Button>
      </p>
    </div>
  )
}

function fieldsOf(table: HTMLTableElement): HTMLInputElement[] {
  return [...table.querySelectorAll<HTMLInputElement>('input[name^="cost:"]')]
}

/** A column that was copied from a spreadsheet fills this row and those below; of several columns the last. */
function fillDown(event: ClipboardEvent<HTMLTableElement>): void {
  const lines = event.clipboardData.getData('text').trimEnd().split(/\r?\n/)
  const target = event.target
  if (lines.length < 2 || !(target instanceof HTMLInputElement)) return
  event.preventDefault()
  const fields = fieldsOf(event.currentTarget)
  const start = fields.indexOf(target)
  lines.forEach((line, index) => {
    const field = fields[start + index]
    if (field) field.value = (line.split('\t').at(-1) ?? '').trim()
  })
}

function moveByArrows(event: KeyboardEvent<HTMLTableElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  const target = event.target
  if (step === 0 || !(target instanceof HTMLInputElement)) return
  const fields = fieldsOf(event.currentTarget)
  const next = fields[fields.indexOf(target) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
  next.select()
}
