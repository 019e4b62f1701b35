import { useState } from 'react'
import { type Part, PartCard } from '../../blocks/figures-page/part-card.tsx'
import { Bars, FlowMap } from '../../charts/index.ts'
import { ChevronRight } from '../../icons.ts'
import { Button, Scroller } from '../../ui/index.ts'
import type { BucketModel, PathStep, PathsModel } from './reports-model.ts'
import { useWords } from './words.ts'

interface PathsPartProps {
  readonly paths: Promise<Part<PathsModel>>
}

/** Journeys: paths, lengths and durations. */
export function PathsPart({ paths }: PathsPartProps) {
  const say = useWords()
  return (
    <PartCard id="paths-heading" lines={12} note={say('paths.note')} part={paths} title={say('paths.title')}>
      {(model) =>
        model.paths.length === 0 ? (
          <p className="px-4 py-10 text-center sm:px-5">{say('paths.none')}</p>
        ) : (
          <div className="flex flex-col gap-8 px-4 pt-4 pb-5 sm:px-5">
            <Drawing model={model} />
            <TopPaths model={model} />
            <Shapes model={model} />
          </div>
        )
      }
    </PartCard>
  )
}

/** The diagram; a phone has no room for it, and shows it after the paths when it is asked for. */
function Drawing({ model: { flow, drawn } }: { readonly model: PathsModel }) {
  const [isShown, show] = useState(false)
  const say = useWords()
  return (
    <div className="min-w-0 max-sm:order-1">
      <Button aria-expanded={isShown} className="sm:hidden" onClick={() => show(!isShown)} size="small" type="button">
        {say(isShown ? 'paths.hide' : 'paths.show')}
      </Button>
      <div className={isShown ? 'max-sm:mt-4' : 'max-sm:hidden'}>
        <Scroller className="-mx-4 px-4 pb-1 sm:-mx-5 sm:px-5" label={say('paths.drawing')}>
          <FlowMap {...flow} />
        </Scroller>
        {drawn && <p className="mt-2 text-[13px] text-faint">{drawn}</p>}
      </div>
    </div>
  )
}

function TopPaths({ model: { paths, count } }: { readonly model: PathsModel }) {
  const say = useWords()
  return (
    <section aria-labelledby="top-paths-heading">
      <h3 className="font-semibold text-[15px]" id="top-paths-heading">
        {say('paths.top')} <span className="font-normal text-[13px] text-faint">{say('paths.top_of', { count })}</span>
      </h3>
      <table className="mt-1 w-full text-[13px] [&_:is(td,thead_th:not(:first-child))]:ps-3 [&_:is(td,thead_th:not(:first-child))]:text-end max-sm:[&_:is(td,thead)]:hidden">
        <thead className="text-faint text-xs">
          <tr className="[&>th]:whitespace-nowrap [&>th]:py-1.5 [&>th]:font-normal">
            <th className="text-start" scope="col">
              {say('paths.path')}
            </th>
            <th scope="col">{say('paths.orders')}</th>
            <th scope="col">{say('paths.revenue')}</th>
            <th scope="col">{say('paths.median_time')}</th>
          </tr>
        </thead>
        <tbody>
          {paths.map(({ key, steps, orders, revenue, days, facts }) => (
            <tr className="border-line border-t [&>td]:whitespace-nowrap [&>td]:tabular" key={key}>
              <th className="py-2 text-start font-normal" scope="row">
                <Steps steps={steps} />
                <span className="mt-1 block text-soft tabular sm:hidden">{facts}</span>
              </th>
              <td>{orders}</td>
              <td>{revenue}</td>
              <td>{days}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** The channels of a path in order. */
export function Steps({ steps }: { readonly steps: readonly PathStep[] }) {
  const say = useWords()
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1 gap-y-1">
      {steps.map(({ key, name, times }, index) => (
        <span className="inline-flex items-center gap-1" key={key}>
          {index > 0 && (
            <ChevronRight aria-label={say('paths.then')} className="size-3.5 text-faint rtl:-scale-x-100" />
          )}
          <span className="whitespace-nowrap rounded-md bg-hover px-1.5 py-0.5">
            {name}
            {times && <span className="ms-1 text-faint">{times}</span>}
          </span>
        </span>
      ))}
    </span>
  )
}

function Shapes({ model: { length, lag } }: { readonly model: PathsModel }) {
  const say = useWords()
  return (
    <div className="grid gap-x-8 gap-y-6 max-sm:order-2 lg:grid-cols-3">
      <Buckets
        header={say('paths.touches')}
        note={say('paths.median', { value: length.median })}
        rows={length.rows}
        title={say('paths.touches_title')}
      />
      <Buckets
        header={say('paths.time')}
        note={say('paths.median', { value: lag.medianFirst })}
        rows={lag.first}
        title={say('paths.since_first')}
      />
      <Buckets
        header={say('paths.time')}
        note={say('paths.median', { value: lag.medianLast })}
        rows={lag.last}
        title={say('paths.since_last')}
      />
    </div>
  )
}

interface BucketsProps {
  readonly title: string
  readonly note: string
  readonly header: string
  readonly rows: readonly BucketModel[]
}

function Buckets({ title, note, header, rows }: BucketsProps) {
  const say = useWords()
  return (
    <section aria-label={title} className="min-w-0">
      <h3 className="font-semibold text-[15px]">{title}</h3>
      <p className="text-[13px] text-faint">{note}</p>
      <Bars
        caption={title}
        columns={[
          { label: say('paths.orders') },
          { label: say('paths.share') },
          { label: say('paths.revenue'), needs: 'medium' },
        ]}
        labelHeader={header}
        rows={rows.map(({ key, label, orders, text, share, revenue }) => ({
          key,
          label,
          value: orders,
          cells: [text, share, revenue],
        }))}
      />
    </section>
  )
}
