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

type Content = Awaited<ReturnType<typeof loadProfitScreen>>

/** Profit and loss of a period, and why it changed. */
export function ProfitScreen({ content: { page, statement, explanation } }: { readonly content: Content }) {
  const shown = { domain: page.shop.domain, state: page.state, mayOpenOrders: page.mayOpenOrders }
  return (
    <main className="mx-auto max-w-[1600px] px-4 pb-12 print-landscape sm:px-8" id="content" tabIndex={-1}>
      <FiguresPage page={page} title="Profit and loss">
        <PartCard id="statement-heading" lines={20} part={statement} title="From net sales to net profit">
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
            <PartCard
              id="explanation-heading"
              note={page.period.than}
              part={explanation}
              title="Why did profit change?"
            >
              {(model) =>
                model ? (
                  <ExplanationPart explanation={model} {...shown} />
                ) : (
                  <p className="p-4 text-soft sm:p-5">
                    One of the two periods shows no profit, because none of its costs are known.
                  </p>
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
              Add costs
            </Link>
          </Notice>
        )}
        <Waterfall label="From net revenue to what is left" waterfall={statement.waterfall} />
        <StatementTools domain={domain} state={state} statement={statement} />
      </div>
      <StatementTable {...props} />
    </>
  )
}

/** What is left, before how it came about; where filters leave out marketing, what orders contribute. */
function Headline({ statement: { lines, format }, than }: StatementProps) {
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
            <FigureText figure={first.share} format={format} /> of net revenue
          </span>
        )}
      </p>
    </div>
  )
}

const ways = [
  {
    title: 'From your store',
    text: 'WooCommerce and Shopify can keep a cost per item. Once they do, we sync it, and each order keeps the cost of its day.',
    to: '/shop/:domain/integrations',
    action: 'Check your connection',
  },
  {
    title: 'From a file',
    text: 'Import a list of SKUs and costs, with dates and countries where they differ. It replaces nothing that your store says.',
    to: '/shop/:domain/costs/goods',
    action: 'Enter or import costs',
  },
  {
    title: 'By your usual margin',
    text: 'Enter one percentage for the whole shop. Profit is then an estimate, and says so, until you know more.',
    to: '/shop/:domain/costs/goods',
    action: 'Enter a usual cost',
  },
] as const

/** Teaches how costs come in: without any there is no profit, only revenue. */
function NoCosts({ domain }: { readonly domain: string }) {
  return (
    <div className="p-4 sm:p-5">
      <p className="max-w-prose text-pretty text-soft">
        No cost of your products is known for these days, so there is no profit to show: without costs it would be your
        revenue. There are three ways to add them.
      </p>
      <ul className="mt-4 grid gap-4 md:grid-cols-3">
        {ways.map(({ title, text, to, action }) => (
          <li className="flex flex-col rounded-lg bg-sunken p-4" key={title}>
            <h3 className="font-semibold text-[13px]">{title}</h3>
            <p className="mt-1 text-pretty text-[13px] text-soft">{text}</p>
            <Link
              className="touch-target mt-auto inline-flex w-fit items-center gap-1.5 rounded pt-3 font-medium text-[13px] text-accent hover:underline"
              to={href(to, { domain })}
            >
              {action} <ArrowRight aria-hidden className="size-3.5 rtl:-scale-x-100" />
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
