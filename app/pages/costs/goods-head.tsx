import { Form, Link } from 'react-router'
import { Button } from '../../ui/index.ts'
import type { GoodsModel } from './model.ts'
import { useWords } from './words.ts'

const filters = [
  { only: undefined, word: 'filter.all' },
  { only: 'unknown', word: 'filter.unknown' },
  { only: 'assumed', word: 'filter.assumed' },
  { only: 'changed', word: 'filter.changed' },
] as const

interface ShownGoodsProps {
  readonly goods: Pick<GoodsModel, 'only' | 'below'>
  /** Query string that keeps the period. */
  readonly search: string
}

/** Chooses which goods the table shows. */
export function ShownGoods({ goods, search }: ShownGoodsProps) {
  const t = useWords()
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <nav aria-label={t('filter.label')} className="flex flex-wrap rounded-lg border border-line p-0.5">
        {filters.map(({ only, word }) => (
          <Link
            aria-current={only === goods.only ? 'true' : undefined}
            className="touch-target inline-flex items-center rounded-md px-2.5 py-1 text-[13px] text-soft hover:text-ink aria-[current]:bg-hover aria-[current]:font-medium aria-[current]:text-ink"
            key={word}
            preventScrollReset
            to={only === undefined ? { search } : { search: `${search === '' ? '?' : `${search}&`}only=${only}` }}
          >
            {t(word)}
          </Link>
        ))}
      </nav>
      <BelowFilter goods={goods} search={search} />
    </div>
  )
}

/** Asks for goods whose margin is below a percentage; the period of the address stays. */
function BelowFilter({ goods, search }: ShownGoodsProps) {
  const t = useWords()
  return (
    <Form className="flex items-center gap-2 text-[13px]" preventScrollReset>
      {[...new URLSearchParams(search)].map(([name, value]) => (
        <input key={`${name} ${value}`} name={name} type="hidden" value={value} />
      ))}
      <input name="only" type="hidden" value="below" />
      <label className="flex items-center gap-1.5 text-soft">
        {t('filter.below')}
        <input
          className="tabular h-8 w-14 rounded-lg border border-edge bg-surface px-2 text-end pointer-coarse:h-11 pointer-coarse:text-base"
          defaultValue={goods.below}
          inputMode="numeric"
          name="below"
          pattern="-?[0-9]{1,2}"
          title={t('filter.belowHelp')}
        />
      </label>
      <Button kind={goods.only === 'below' ? 'secondary' : 'quiet'} size="small" type="submit">
        {t('filter.show')}
      </Button>
    </Form>
  )
}

const fills = { exact: 'bg-good', assumed: 'bg-series-1', unknown: 'bg-warn' } as const

/** How far the cost of what was sold is known, by net sales. */
export function Coverage({ parts }: { readonly parts: NonNullable<GoodsModel['coverage']> }) {
  const t = useWords()
  return (
    <figure aria-label={t('coverage.label')} className="grid gap-1.5 text-[13px]">
      <div aria-hidden className="flex h-2 overflow-hidden rounded-full bg-hover">
        {parts.map(({ state, share }) => (
          <span className={fills[state]} key={state} style={{ width: `${share * 100}%` }} />
        ))}
      </div>
      <figcaption className="flex flex-wrap gap-x-4 gap-y-1 text-soft">
        <span>{t('coverage.of')}</span>
        {parts.map(({ state, text }) => (
          <span className="inline-flex items-center gap-1.5" key={state}>
            <span aria-hidden className={`size-2 rounded-full ${fills[state]}`} />
            {text}
          </span>
        ))}
      </figcaption>
    </figure>
  )
}
