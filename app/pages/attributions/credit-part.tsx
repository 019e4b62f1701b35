import { href, Link } from 'react-router'
import { type CreditChoice, creditModel } from '../../blocks/credit/credit-choice.ts'
import type { Part } from '../../blocks/figures-page/part-card.tsx'
import type { SearchState } from '../../search/index.ts'
import { Notice } from '../../ui/index.ts'
import { Closing } from './closing.tsx'
import { CreditTable } from './credit-table.tsx'
import { HeadFigures } from './head-figures.tsx'
import type { CreditModelView } from './model.ts'
import { Series } from './series.tsx'

interface CreditProps {
  readonly credit: Part<CreditModelView>
  readonly state: SearchState
  readonly choice: CreditChoice
  readonly domain: string
  /** An ad platform is connected. */
  readonly hasAds: boolean
  /** New figures are being loaded. */
  readonly isWaiting: boolean
}

/** The attribution table, its chart over time, and its reconciliation. */
export function Credit({ credit, state, choice, domain, hasAds, isWaiting }: CreditProps) {
  if (credit.state === 'failed') {
    return (
      <Notice severity="serious">
        Credit could not be worked out. {credit.message} The other parts of the page are not concerned.
      </Notice>
    )
  }
  const { model } = credit
  return (
    <>
      <HeadFigures isWaiting={isWaiting} model={model} />
      <Ways domain={domain} hasAds={hasAds} model={model} />
      <div className="grid grid-cols-1 gap-2">
        <p className="text-[13px] text-soft">
          {creditModel(choice.model)?.about}
          {model.incomplete &&
            ` Days since ${model.incomplete} can still grow: orders that their contacts earn may yet come.`}
          {model.fit && ` ${model.fit.sentence}`}
          {choice.model === 'survey_blend' && <SurveyLink domain={domain} />}
        </p>
        <CreditTable domain={domain} isWaiting={isWaiting} state={state} table={model.table} />
      </div>
      <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[1fr_26rem]">
        {model.course ? (
          <Series course={model.course} incomplete={model.incomplete} isWaiting={isWaiting} />
        ) : (
          <span className="max-xl:hidden" />
        )}
        <Closing closing={model.closing} domain={domain} isWaiting={isWaiting} state={state} />
      </div>
    </>
  )
}

/** Link to the survey and its responses. */
function SurveyLink({ domain }: { readonly domain: string }) {
  return (
    <>
      {' '}
      <Link className="rounded underline underline-offset-3" to={href('/shop/:domain/tracking/survey', { domain })}>
        Ask buyers, and see what they say
      </Link>
    </>
  )
}

/** Suggestions that would attribute more orders. */
function Ways({ model, hasAds, domain }: Pick<CreditProps, 'domain' | 'hasAds'> & { readonly model: CreditModelView }) {
  const way = 'rounded underline underline-offset-3'
  return (
    <>
      {model.pending !== null && (
        <Notice severity="warning">
          Orders worth {model.pending} have come in whose journeys are still being worked out. They are not in the table
          yet; the page follows by itself.
        </Notice>
      )}
      {model.isUntracked && model.pending === null && (
        <Notice
          action={
            <Link className={way} to={href('/shop/:domain/tracking', { domain })}>
              Install the pixel
            </Link>
          }
          severity="info"
        >
          No order of these days has a contact yet, so nothing can be credited. Once the shop’s visits are collected,
          every order is shared out among the ads and visits before it; those that came before stay as what the store
          noted.
        </Notice>
      )}
      {!hasAds && (
        <Notice
          action={
            <Link className={way} to={href('/shop/:domain/setup/integrations', { domain })}>
              Connect ads
            </Link>
          }
          severity="info"
        >
          {model.hasSpend
            ? 'No ad platform is connected: spend is what was entered by hand, and there is nothing to say about what platforms claim.'
            : 'No ad platform is connected: there is nothing to say about spend, ROAS or what platforms claim.'}
        </Notice>
      )}
    </>
  )
}
