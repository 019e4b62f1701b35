import { href, Link } from 'react-router'
import { FiguresPage } from '../../blocks/figures-page/figures-page.tsx'
import { PartCard } from '../../blocks/figures-page/part-card.tsx'
import { Waterfall } from '../../charts/index.ts'
import { toSearch } from '../../search/index.ts'
import { Notice } from '../../ui/index.ts'
import { ExplanationPart } from './explanation-part.tsx'
import type { loadProfitScreen } from './load-profit.server.ts'
import type { StatementModel } from './model.ts'
import { NoCosts } from './no-costs.tsx'
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
      <div className="grid gap-5 p-4 sm:p-5">
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
