import { href, Link } from 'react-router'
import { type CreditChoice, modelAbout } from '../../blocks/credit/credit-choice.ts'
import { useCreditWords } from '../../blocks/credit/words.ts'
import type { Part } from '../../blocks/figures-page/part-card.tsx'
import { StackedBars } from '../../charts/index.ts'
import type { SearchState } from '../../search/index.ts'
import { Card, CardHeader, Meter, Notice, Scroller } from '../../ui/index.ts'
import { Closing } from './closing.tsx'
import { CreditTable } from './credit-table.tsx'
import type { CreditModelView, CreditSeries } from './model.ts'
import { useWords } from './words.ts'

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
  const sayCredit = useCreditWords()
  const say = useWords()
  if (credit.state === 'failed') {
    return (
      <Notice severity="serious">
        {say('credit.failed')} {credit.message}
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
          {modelAbout(choice.model, sayCredit)}
          {model.incomplete && ` ${say('credit.incomplete', { day: model.incomplete })}`}
          {model.fit && ` ${model.fit}`}
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
  const say = useWords()
  return (
    <>
      {' '}
      <Link className="rounded underline underline-offset-3" to={href('/shop/:domain/tracking/survey', { domain })}>
        {say('credit.survey')}
      </Link>
    </>
  )
}

/** Suggestions that would attribute more orders. */
function Ways({ model, hasAds, domain }: Pick<CreditProps, 'domain' | 'hasAds'> & { readonly model: CreditModelView }) {
  const way = 'rounded underline underline-offset-3'
  const say = useWords()
  return (
    <>
      {model.pending !== null && <Notice severity="warning">{say('credit.pending', { amount: model.pending })}</Notice>}
      {model.isUntracked && model.pending === null && (
        <Notice
          action={
            <Link className={way} to={href('/shop/:domain/tracking', { domain })}>
              {say('credit.install')}
            </Link>
          }
          severity="info"
        >
          {say('credit.untracked')}
        </Notice>
      )}
      {!hasAds && (
        <Notice
          action={
            <Link className={way} to={href('/shop/:domain/setup/integrations', { domain })}>
              {say('credit.connect')}
            </Link>
          }
          severity="info"
        >
          {model.hasSpend ? say('credit.custom_only') : say('credit.no_ads')}
        </Notice>
      )}
    </>
  )
}

interface HeadFiguresProps {
  readonly model: Pick<CreditModelView, 'figures' | 'tracked'>
  readonly isWaiting: boolean
}

/** Figures that need no model, and the share of orders with a touchpoint to credit. */
function HeadFigures({ model: { figures, tracked }, isWaiting }: HeadFiguresProps) {
  const say = useWords()
  const late = isWaiting ? 'animate-pulse rounded bg-hover text-transparent' : ''
  return (
    <Card
      aria-busy={isWaiting || undefined}
      aria-label={say('credit.glance')}
      className="grid grid-cols-2 gap-x-6 gap-y-4 px-4 py-4 sm:px-5 md:grid-cols-3 xl:grid-cols-5"
    >
      <div className="max-md:col-span-2">
        <h2 className="text-[13px] text-faint">{say('credit.tracked')}</h2>
        <p className={`w-fit font-semibold text-xl tabular ${late}`}>{tracked.text}</p>
        {tracked.share !== null && (
          <Meter done={tracked.share} label={say('credit.tracked_meter', { share: tracked.text })} total={1} />
        )}
        <p className="mt-1 text-faint text-xs">
          {say('credit.tracked_note', { share: tracked.orders })}
          {tracked.gap && <span className="block">{tracked.gap}</span>}
          {tracked.leftOut && <span className="block">{tracked.leftOut}</span>}
        </p>
      </div>
      {figures.map(({ key, label, text, note }) => (
        <div className="min-w-0" key={key}>
          <h2 className="truncate text-[13px] text-faint">{label}</h2>
          <p className={`w-fit max-w-full truncate font-semibold text-xl tabular ${late}`}>{text}</p>
          <p className="text-faint text-xs">{note}</p>
        </div>
      ))}
    </Card>
  )
}

interface SeriesProps {
  readonly course: CreditSeries
  /** First day whose figures may still grow. */
  readonly incomplete: string | null
  readonly isWaiting: boolean
}

/** Attributed revenue by channel over time. */
function Series({ course, incomplete, isWaiting }: SeriesProps) {
  const { label, series, buckets, axis, unfinishedFrom, rows } = course
  const say = useWords()
  const note = incomplete === null ? undefined : say('credit.series_note', { day: incomplete })
  return (
    <Card aria-busy={isWaiting || undefined} aria-labelledby="course-heading" className="min-w-0">
      <CardHeader id="course-heading" note={note} title={label} />
      <div className={`px-4 pt-3 pb-4 sm:px-5 ${isWaiting ? 'opacity-60' : ''}`}>
        <StackedBars axis={axis} buckets={buckets} label={label} series={series} unfinishedFrom={unfinishedFrom} />
        <details className="mt-3 text-[13px]">
          <summary className="w-fit rounded text-soft leading-6 hover:text-ink">{say('credit.as_table')}</summary>
          <Scroller
            className="mt-2 max-h-80 rounded-lg border border-line"
            label={say('credit.table_of', { name: label })}
          >
            <table className="w-full [&_td]:whitespace-nowrap [&_td]:px-3 [&_td]:py-1.5 [&_td]:text-end [&_th]:whitespace-nowrap [&_th]:px-3 [&_th]:py-1.5 [&_th]:font-normal">
              <thead className="sticky top-0 bg-sunken text-faint text-xs">
                <tr>
                  <th className="text-start" scope="col">
                    {say('credit.day')}
                  </th>
                  {series.map(({ key, label: name }) => (
                    <th className="text-end" key={key} scope="col">
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map(([day, ...cells]) => (
                  <tr className="border-line border-t" key={day}>
                    <th className="text-start" scope="row">
                      {day}
                    </th>
                    {cells.map((cell, index) => (
                      <td key={series[index]?.key}>{cell}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </Scroller>
        </details>
      </div>
    </Card>
  )
}
