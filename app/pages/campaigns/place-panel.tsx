import { useMemo } from 'react'
import { href, Link } from 'react-router'
import { StatusBadge } from '../../blocks/breakdown-table/cells.tsx'
import { filterOf, parseRowId } from '../../blocks/breakdown-table/levels.ts'
import type { PlaceModel, RowModel } from '../../blocks/breakdown-table/model.ts'
import { Thumbnail } from '../../blocks/breakdown-table/thumbnail.tsx'
import { useTableWords } from '../../blocks/breakdown-table/words.ts'
import { FigureChange, FigureText, TimeSeries, unpackPoints } from '../../charts/index.ts'
import { unpackFigures } from '../../format/index.ts'
import { ExternalLink } from '../../icons.ts'
import { type SearchState, withSearch } from '../../search/index.ts'
import { Badge, buttonClass, SidePanel } from '../../ui/index.ts'
import { useWords } from './words.ts'

interface PlacePanelProps {
  readonly place: PlaceModel
  readonly state: SearchState
  readonly domain: string
}

/** Panel of a campaign, ad set or ad: settings, figures, days and ads. */
export function PlacePanel({ place, state, domain }: PlacePanelProps) {
  const sayTable = useTableWords()
  const { row, path, facts } = place
  return (
    <SidePanel closeTo={withSearch(state, { place: undefined })} title={place.title}>
      <div className="grid gap-6 p-5" key={row.id}>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-[13px] text-soft empty:hidden">
          {path && <span dir="auto">{path}</span>}
          {row.status && <StatusBadge status={row.status} />}
          {row.mark && (
            <span title={row.mark.long}>
              <Badge tone="warn">{row.mark.short}</Badge>
            </span>
          )}
          {row.managerUrl && (
            <a
              className={`${buttonClass('secondary', 'small')} ms-auto`}
              href={row.managerUrl}
              rel="noreferrer"
              target="_blank"
            >
              {sayTable('row.open_there', { platform: row.channel })} <ExternalLink aria-hidden className="size-3.5" />
            </a>
          )}
        </div>
        {row.creative && <Creative row={row} />}
        <Figures place={place} />
        <Series place={place} />
        {facts.length > 0 && <Facts facts={facts} mark={row.mark?.long} />}
        {place.ads.length > 0 && <Ads domain={domain} place={place} state={state} />}
        <Days place={place} />
      </div>
    </SidePanel>
  )
}

function Creative({ row: { creative } }: { readonly row: RowModel }) {
  if (!creative) return null
  return (
    <figure className="grid grid-cols-[8rem_1fr] gap-4 rounded-xl border border-line">
      <div className="[&>span]:rounded-s-xl [&>span]:rounded-e-none [&>span]:border-0">
        <Thumbnail creative={creative} size="large" />
      </div>
      <figcaption className="py-3 pe-4">
        <p className="font-medium text-match-parent" dir="auto">
          {creative.title}
        </p>
        <p className="mt-1 line-clamp-5 text-pretty text-match-parent text-[13px] text-soft" dir="auto">
          {creative.text}
        </p>
      </figcaption>
    </figure>
  )
}

function Figures({ place: { summary, format, row, claimRule } }: { readonly place: PlaceModel }) {
  const say = useWords()
  const reported = { platform: row.channel, rule: claimRule ?? '' }
  return (
    <section aria-label={say('panel.metrics')}>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-3">
        {summary.map((figure) => (
          <div className="min-w-0" key={figure.key}>
            <dt className="truncate text-[13px] text-faint">{figure.label}</dt>
            <dd className="flex flex-wrap items-baseline gap-x-2 font-semibold tabular">
              <FigureText figure={figure} format={format} />
              {figure.before !== undefined && (
                <span className="text-xs">
                  <FigureChange figure={figure} format={format} />
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {summary.some(({ key }) => key.startsWith('claimed')) && (
        <p className="mt-2 text-faint text-xs">
          {row.platform
            ? say(claimRule === null ? 'panel.reported' : 'panel.reported_rule', reported)
            : say('panel.no_platform')}
        </p>
      )}
    </section>
  )
}

function Series({ place: { course } }: { readonly place: PlaceModel }) {
  const say = useWords()
  const points = useMemo(() => unpackPoints(course.points), [course.points])
  const compare = useMemo(
    () => (course.compare === undefined ? undefined : unpackPoints(course.compare)),
    [course.compare],
  )
  if (points.length < 2) return null
  return (
    <section aria-label={say('panel.series', { name: course.label })}>
      <h3 className="mb-2 font-semibold text-[15px]">{course.label}</h3>
      <TimeSeries
        axis={course.axis}
        compare={compare}
        isRunning={course.isRunning}
        isShort
        label={course.label}
        points={points}
      />
      {compare && <p className="mt-1 text-faint text-xs">{say('panel.dashed')}</p>}
    </section>
  )
}

function Facts({ facts, mark }: { readonly facts: PlaceModel['facts']; readonly mark: string | undefined }) {
  const say = useWords()
  return (
    <section aria-label={say('panel.setup')}>
      <h3 className="mb-2 font-semibold text-[15px]">{say('panel.setup')}</h3>
      <dl className="grid grid-cols-[7rem_1fr] gap-x-4 gap-y-1.5 text-[13px]">
        {facts.map(({ label, text, to }) => (
          <div className="contents" key={label}>
            <dt className="text-faint">{label}</dt>
            <dd className="min-w-0 break-words text-match-parent" dir="auto">
              {to ? (
                <a className="underline underline-offset-3" href={to} rel="noreferrer" target="_blank">
                  {text}
                </a>
              ) : (
                text
              )}
            </dd>
          </div>
        ))}
      </dl>
      {mark && <p className="mt-2 text-pretty text-[13px] text-warn">{mark}</p>}
    </section>
  )
}

function Ads({ place, state, domain }: PlacePanelProps) {
  const say = useWords()
  const ref = parseRowId(place.row.id)
  const others = state.filters.filter(({ dimension }) => dimension !== ref?.level)
  const all = withSearch(state, {
    level: 'creative',
    filters: ref ? [...others, filterOf(ref)] : state.filters,
    place: undefined,
    unfolded: [],
    find: undefined,
  })
  return (
    <section aria-labelledby="place-ads">
      <div className="mb-2 flex items-baseline justify-between gap-3">
        <h3 className="font-semibold text-[15px]" id="place-ads">
          {say(place.hasMoreAds ? 'panel.top_ads' : 'panel.ads')}
        </h3>
        <Link
          className="text-[13px] text-accent hover:underline"
          to={`${href('/shop/:domain/campaigns', { domain })}${all}`}
        >
          {say('panel.gallery')}
        </Link>
      </div>
      <ul>
        {place.ads.map((ad) => (
          <li className="flex items-center gap-3 border-line border-t py-2 text-[13px]" key={ad.id}>
            {ad.creative && <Thumbnail creative={ad.creative} size="small" />}
            <Link
              className="min-w-0 flex-1 truncate text-match-parent rounded font-medium hover:underline"
              dir="auto"
              preventScrollReset
              to={{ search: withSearch(state, { place: ad.id }) }}
            >
              {ad.label}
            </Link>
            <Lead ad={ad} place={place} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The first figure of the row. */
function Lead({ ad, place: { columns, format } }: { readonly ad: RowModel; readonly place: PlaceModel }) {
  const lead = unpackFigures(ad.figures, columns).find((figure) => figure !== null)
  return lead && <FigureText className="shrink-0 tabular" figure={lead} format={format} />
}

function Days({ place: { buckets, format } }: { readonly place: PlaceModel }) {
  const say = useWords()
  return (
    <section aria-labelledby="place-days">
      <h3 className="font-semibold text-[15px]" id="place-days">
        {say('panel.days')}
      </h3>
      <table className="mt-2 w-full text-[13px]">
        <caption className="sr-only">{say('panel.days_caption')}</caption>
        <thead className="text-faint text-xs">
          <tr>
            <th className="py-1.5 text-start font-normal" scope="col">
              {say('panel.day')}
            </th>
            {buckets.columns.map(({ label }) => (
              <th className="py-1.5 ps-3 text-end font-normal max-sm:ps-1.5" key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {buckets.rows.map(({ label, figures }) => (
            <tr className="border-line border-t" key={label}>
              <th className="whitespace-nowrap py-1.5 text-start font-normal max-sm:text-xs" scope="row">
                {label}
              </th>
              {unpackFigures(figures, buckets.columns).map(
                (figure, index) =>
                  figure && (
                    <FigureText
                      as="td"
                      className="py-1.5 ps-3 text-end tabular max-sm:ps-1.5 max-sm:text-xs"
                      figure={figure}
                      format={format}
                      key={buckets.columns[index]?.label}
                    />
                  ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
