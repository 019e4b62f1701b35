import { href, Link } from 'react-router'
import { FiguresPage } from '../../blocks/figures-page/figures-page.tsx'
import { PartCard } from '../../blocks/figures-page/part-card.tsx'
import { FigureChange, FigureText, Waterfall } from '../../charts/index.ts'
import { unpackFigures } from '../../format/index.ts'
import { ArrowRight } from '../../icons.ts'
import { toSearch } from '../../search/index.ts'
import { Notice } from '../../ui/index.ts'
import { ExplanationPart } from './explanation-part.tsx'
import type { loadProfitScreen } from './load-profit.server.ts'
import type { StatementModel } from './model.ts'
import { StatementTable, StatementTools } from './statement-table.tsx'
import { useWords } from './words.ts'

type Content = Awaited<ReturnType<typeof loadProfitScreen>>

/** Profit and loss of a period, and why it changed. */
export function ProfitScreen({ content: { page, statement, explanation } }: { readonly content: Content }) {
  const t = useWords()
  const shown = { domain: page.shop.domain, state: page.state, mayOpenOrders: page.mayOpenOrders }
  return (
    <main className="mx-auto max-w-[1600px] px-4 pb-12 print-landscape sm:px-8" id="content" tabIndex={-1}>
      <FiguresPage page={page} title={t('page.title')}>
        <PartCard id="statement-heading" lines={20} part={statement} title={t('page.statement')}>
          {(model) =>
            model.isUnknown ? (
              <NoCosts domain={page.shop.domain} />
            ) : (
              <Statement {...shown} statement={model} than={page.period.than} />
            )
          }
        </PartCard>
        {explanation && (
          <div className="print:hidden">
            <PartCard id="explanation-heading" note={page.period.than} part={explanation} title={t('page.why')}>
              {(model) =>
                model ? (
                  <ExplanationPart explanation={model} {...shown} />
                ) : (
                  <p className="p-4 text-soft sm:p-5">{t('page.noWhy')}</p>
                )
              }
            </PartCard>
          </div>
        )}
      </FiguresPage>
    </main>
  )
}

interface StatementProps {
  readonly statement: StatementModel
  readonly domain: string
  readonly state: Content['page']['state']
  readonly mayOpenOrders: boolean
  readonly than: string | undefined
}

function Statement(props: StatementProps) {
  const { statement, domain, state } = props
  const t = useWords()
  return (
    <>
      <div className="grid grid-cols-1 gap-5 p-4 sm:p-5">
        <Headline {...props} />
        {statement.caveat && (
          <Notice severity="info">
            {statement.caveat}{' '}
            <Link
              className="underline underline-offset-3"
              to={`${href('/shop/:domain/costs', { domain })}${toSearch({ ...state, interval: undefined })}`}
            >
              {t('page.addCosts')}
            </Link>
          </Notice>
        )}
        <Waterfall label={t('page.drawing')} waterfall={statement.waterfall} />
        <StatementTools domain={domain} state={state} statement={statement} />
      </div>
      <StatementTable {...props} />
    </>
  )
}

/** What is left, before how it came about; where filters leave out marketing, what orders contribute. */
function Headline({ statement: { lines, format }, than }: StatementProps) {
  const t = useWords()
  const found = ['netProfit', 'cm2'].flatMap((key) => {
    const line = lines.find((each) => each.key === key)
    const [total, share] = line
      ? unpackFigures(line.figures, [{ measure: line.measure }, { measure: { unit: 'percent' } }])
      : []
    return line && total && total.value !== null ? [{ line, total, share }] : []
  })
  const [first] = found
  if (first === undefined) return null
  return (
    <div>
      <p className="text-[13px] text-soft">{first.line.label}</p>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <FigureText className="font-semibold text-2xl tracking-tight tabular" figure={first.total} format={format} />
        <span className="text-[13px]">
          <FigureChange figure={first.total} format={format} than={than} />
        </span>
        {first.share && first.share.value !== null && (
          <span className="text-[13px] text-faint">
            <FigureText figure={first.share} format={format} /> {t('page.ofRevenue')}
          </span>
        )}
      </p>
    </div>
  )
}

const ways = [
  { key: 'none.store', to: '/shop/:domain/integrations' },
  { key: 'none.file', to: '/shop/:domain/costs/goods' },
  { key: 'none.margin', to: '/shop/:domain/costs/goods' },
] as const

/** Teaches how costs come in: without any there is no profit, only revenue. */
function NoCosts({ domain }: { readonly domain: string }) {
  const t = useWords()
  return (
    <div className="p-4 sm:p-5">
      <p className="max-w-prose text-pretty text-soft">{t('none.about')}</p>
      <ul className="mt-4 grid gap-4 md:grid-cols-3">
        {ways.map(({ key, to }) => (
          <li className="flex flex-col rounded-lg bg-sunken p-4" key={key}>
            <h3 className="font-semibold text-[13px]">{t(key)}</h3>
            <p className="mt-1 text-pretty text-[13px] text-soft">{t(`${key}Text`)}</p>
            <Link
              className="touch-target mt-auto inline-flex w-fit items-center gap-1.5 rounded pt-3 font-medium text-[13px] text-accent hover:underline"
              to={href(to, { domain })}
            >
              {t(`${key}Action`)} <ArrowRight aria-hidden className="size-3.5 rtl:-scale-x-100" />
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
