import { type Part, PartCard } from '../../blocks/figures-page/part-card.tsx'
import { Badge } from '../../ui/index.ts'
import type { ConversionRateModel } from './reports-model.ts'
import { useWords } from './words.ts'

interface ConversionRatePartProps {
  readonly rates: Promise<Part<ConversionRateModel>>
}

/** Effect of each channel on the conversion rate of journeys that include it. */
export function ConversionRatePart({ rates }: ConversionRatePartProps) {
  const say = useWords()
  return (
    <PartCard id="conversion-rate-heading" note={say('paths.rates.note')} part={rates} title={say('paths.rates.title')}>
      {(model) =>
        model.rows.length === 0 ? (
          <p className="px-4 py-10 text-center">{say('paths.rates.none')}</p>
        ) : (
          <div className="grid grid-cols-1 gap-3 px-4 pt-3 pb-5 text-[13px] sm:px-5">
            <p className="text-soft">
              {model.isOfOrders ? (
                <>
                  <Badge tone="warn">{say('paths.few')}</Badge> {say('paths.rates.instead')}
                </>
              ) : (
                say('paths.rates.basis', { journeys: model.journeys, days: model.days })
              )}
            </p>
            <ul>
              {model.rows.map((row) => (
                <Row key={row.key} row={row} zero={model.zero} />
              ))}
            </ul>
          </div>
        )
      }
    </PartCard>
  )
}

interface RowProps {
  readonly row: ConversionRateModel['rows'][number]
  readonly zero: number
}

/** On narrow screens the bar stands below its figures. */
function Row({ row: { label, pooled, text, journeys, from, to, isNegative }, zero }: RowProps) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-line border-t py-2 sm:grid-cols-[12rem_minmax(0,1fr)_12rem]">
      <span>
        {label}
        {pooled && <span className="block text-faint text-xs">{pooled}</span>}
      </span>
      <span aria-hidden className="relative order-last col-span-2 block h-3 sm:order-none sm:col-span-1">
        <span
          className={`absolute inset-y-0 rounded-xs ${isNegative ? 'bg-series-2' : 'bg-series-1'}`}
          style={{ insetInlineStart: `${from * 100}%`, width: `${(to - from) * 100}%` }}
        />
        <span className="absolute -inset-y-0.5 border-ink border-s" style={{ insetInlineStart: `${zero * 100}%` }} />
      </span>
      <span className="text-end tabular">
        {text}
        <span className="block text-faint text-xs">{journeys}</span>
      </span>
    </li>
  )
}
