import type { ClipboardEvent, KeyboardEvent } from 'react'
import { Form, href, Link } from 'react-router'
import { DateField } from '../../blocks/calendar/date-field.tsx'
import { Badge, Card, CardHeader, Notice, ProductPicture, Scroller } from '../../ui/index.ts'
import { Coverage, ShownGoods } from './goods-head.tsx'
import type { CostOutcome, GoodsModel } from './model.ts'
import { FormButtons, HiddenFields, Outcome, ReasonField, typedOf, useSeen } from './outcome.tsx'
import { useWords } from './words.ts'

interface GoodsEditorProps {
  readonly goods: GoodsModel
  readonly outcome: CostOutcome | undefined
  /** Query string that keeps the period. */
  readonly search: string
}

const tones = { exact: 'good', assumed: 'neutral', unknown: 'warn' } as const

const formName = 'goods'

/**
 * What a piece of each variant costs, for typing: Tab and the arrow keys move, a column pasted from a spreadsheet fills the rows
 * from there on, Ctrl+D copies a cost to all rows below, Enter shows what the change would do.
 */
export function GoodsEditor({ goods, outcome, search }: GoodsEditorProps) {
  const t = useWords()
  return (
    <Card aria-labelledby="goods-costs">
      <CardHeader
        id="goods-costs"
        note={t('editor.note', { currency: goods.currency, shown: goods.shown, total: goods.total })}
        title={t('editor.title')}
      >
        <ShownGoods goods={goods} search={search} />
      </CardHeader>
      <div className="grid gap-4 px-4 pt-3 pb-4 sm:px-5 sm:pb-5">
        {goods.coverage && <Coverage parts={goods.coverage} />}
        {goods.missing && <Notice severity="info">{goods.missing}</Notice>}
        {goods.rows.length === 0 ? (
          <p className="text-soft">{t(goods.only === undefined ? 'editor.none' : 'editor.noneLike')}</p>
        ) : (
          <GoodsForm goods={goods} outcome={outcome?.form === formName ? outcome : undefined} />
        )}
      </div>
    </Card>
  )
}

function GoodsForm({ goods, outcome }: Omit<GoodsEditorProps, 'search'>) {
  const t = useWords()
  const seen = useSeen(goods.latest, outcome)
  const typed = typedOf(outcome)
  if (!goods.mayEnter) return <GoodsTable goods={goods} typed={typed} />
  return (
    <Form className="grid grid-cols-1 gap-4" method="post" preventScrollReset>
      <HiddenFields fields={{ form: formName, what: 'goods', seen }} />
      <DateField defaultValue={typed['from'] ?? ''} help={t('editor.fromHelp')} label={t('form.from')} name="from" />
      <GoodsTable goods={goods} typed={typed} />
      <div className="sticky bottom-0 flex flex-wrap items-end gap-3 border-line border-t bg-surface py-3 max-md:bottom-16 sm:justify-end">
        <div className="grid min-w-48 flex-1 gap-3 empty:hidden">
          <Outcome outcome={outcome} />
          <ReasonField outcome={outcome} />
        </div>
        <FormButtons form={formName} outcome={outcome} save={t('editor.save')} />
      </div>
    </Form>
  )
}

type Typed = Readonly<Record<string, string>>

function GoodsTable({ goods, typed }: { readonly goods: GoodsModel; readonly typed: Typed }) {
  const t = useWords()
  const wide = 'py-2 font-medium max-sm:hidden'
  return (
    <Scroller label={t('editor.table')}>
      <table className="w-full text-[13px]">
        <thead>
          <tr className="border-line border-b text-faint">
            <th className="py-2 pe-3 text-start font-medium" scope="col">
              {t('editor.variant')}
            </th>
            <th className="py-2 text-end font-medium sm:pe-3" scope="col">
              {t('editor.title')}
            </th>
            <th className={`${wide} pe-3 text-end`} scope="col">
              {t('editor.margin')}
            </th>
            <th className={`${wide} pe-3 text-start`} scope="col">
              {t('editor.state')}
            </th>
            <th className={`${wide} pe-3 text-end`} scope="col">
              {t('editor.units')}
            </th>
            <th className={`${wide} text-end`} scope="col">
              {t('editor.net')}
            </th>
          </tr>
        </thead>
        <tbody>
          {goods.rows.map((row) => (
            <GoodsRow goods={goods} key={row.variant} row={row} typed={typed} />
          ))}
        </tbody>
      </table>
    </Scroller>
  )
}

interface GoodsRowProps {
  readonly goods: GoodsModel
  readonly row: GoodsModel['rows'][number]
  readonly typed: Typed
}

function GoodsRow({ goods, row, typed }: GoodsRowProps) {
  const t = useWords()
  const state = <Badge tone={tones[row.state]}>{t(`state.${row.state}`)}</Badge>
  return (
    <tr className="border-line border-b last:border-0">
      <th className="py-2 pe-3 text-start font-normal" scope="row">
        <span className="flex gap-2.5">
          <ProductPicture address={row.picture} name={row.title} />
          <span className="min-w-0">
            <Link
              className="block rounded font-medium underline decoration-line underline-offset-3 hover:decoration-current"
              to={href('/shop/:domain/costs/goods/:variant', { domain: goods.domain, variant: row.variant })}
            >
              <bdi>{row.title}</bdi>
            </Link>
            <span className="block text-faint text-xs">{row.sku ? <bdi>{row.sku}</bdi> : t('goods.noSku')}</span>
            <span className="mt-1 flex flex-wrap items-center gap-2 sm:hidden">
              {state}
              <span className="tabular text-soft">{row.net}</span>
              <span className="text-faint text-xs">
                {row.margin === ''
                  ? t('editor.sold', { units: row.units })
                  : t('editor.soldMargin', { units: row.units, margin: row.margin })}
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
      <td className="py-2 pe-3 max-sm:hidden">{state}</td>
      <td className="tabular py-2 pe-3 text-end max-sm:hidden">{row.units}</td>
      <td className="tabular py-2 text-end max-sm:hidden">{row.net}</td>
    </tr>
  )
}

function CostField({ row, typed }: Pick<GoodsRowProps, 'row' | 'typed'>) {
  const t = useWords()
  return (
    <>
      <input name={`was:${row.variant}`} type="hidden" value={typed[`was:${row.variant}`] ?? row.cost} />
      {row.entry !== null && <input name={`entry:${row.variant}`} type="hidden" value={row.entry} />}
      <input
        aria-label={t('editor.field', { title: row.title })}
        autoComplete="off"
        className="tabular h-9 w-28 rounded-lg border border-edge bg-surface px-2 text-end pointer-coarse:h-11 pointer-coarse:text-base"
        defaultValue={typed[`cost:${row.variant}`] ?? row.cost}
        inputMode="decimal"
        maxLength={20}
        name={`cost:${row.variant}`}
        onKeyDown={moveByKeys}
        onPaste={pasteDown}
        placeholder={row.otherwise}
        title={t('editor.empty', { otherwise: row.otherwise })}
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
