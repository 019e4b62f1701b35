import { type BarRow, Bars } from '../../../charts/index.ts'
import { inSentence, useLanguage, useText } from '../../../language/index.ts'
import type { SearchState } from '../../../search/index.ts'
import type { BreakdownModel, WidgetLoad } from '../model.ts'
import { SearchSelect } from '../search-select.tsx'
import type { Choice } from '../summary-catalogue.ts'
import { BreakdownNote, FilterLink } from '../widgets/bars-body.tsx'

interface PartsProps {
  readonly load: WidgetLoad
  readonly state: SearchState
  readonly dimensions: readonly Choice[]
}

/** A metric broken down by the page's dimension; a row adds a filter to the page. */
export function Parts({ load, state, dimensions }: PartsProps) {
  const t = useText()
  const language = useLanguage()
  if (load.state !== 'ready' || load.kind !== 'bars' || load.content.rows.length === 0) return null
  return (
    <section className="mt-7">
      <h3 className="mb-1 flex flex-wrap items-center gap-x-2 font-semibold text-[15px]">
        {t('why.parts')}
        <SearchSelect
          label={t('widget.choose_dimension')}
          name="by"
          options={dimensions.map(({ key, label }) => ({ value: key, label: inSentence(label, language) }))}
          state={state}
          value={load.content.dimension}
        />
      </h3>
      <PartRows content={load.content} state={state} />
    </section>
  )
}

function PartRows({ content, state }: { readonly content: BreakdownModel; readonly state: SearchState }) {
  const t = useText()
  const hasShare = content.rows.some((row) => row.share !== null)
  const extra = (text: string | null) => (hasShare ? [text] : [])
  const rows = content.rows.map(
    (row): BarRow => ({
      key: row.value,
      label: <FilterLink dimension={content.dimension} row={row} state={state} />,
      value: row.length,
      cells: [row.text, ...extra(row.share)],
    }),
  )
  return (
    <div className="-mx-2">
      <Bars
        caption={`${content.metricLabel}, ${content.dimensionLabel}`}
        columns={[{ label: content.metricLabel }, ...(hasShare ? [{ label: t('widget.share') }] : [])]}
        labelHeader={content.dimensionLabel}
        rows={rows}
        total={{ key: 'total', label: t('widget.total'), value: null, cells: [content.total, ...extra('')] }}
      />
      <div className="px-2">
        <BreakdownNote content={content} />
      </div>
    </div>
  )
}
