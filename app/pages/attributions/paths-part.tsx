import { type Part, PartCard } from '../../blocks/figures-page/part-card.tsx'
import { Bars, FlowMap } from '../../charts/index.ts'
import { ChevronRight } from '../../icons.ts'
import { Scroller } from '../../ui/index.ts'
import type { BucketModel, PathStep, PathsModel } from './reports-model.ts'

interface PathsPartProps {
  readonly paths: Promise<Part<PathsModel>>
}

/** Journeys: paths, lengths and durations. */
export function PathsPart({ paths }: PathsPartProps) {
  return (
    <PartCard
      id="paths-heading"
      lines={12}
      note="Orders with at least one contact; contacts of the same channel in a row are one step."
      part={paths}
      title="Paths to an order"
    >
      {(model) =>
        model.paths.length === 0 ? (
          <p className="px-4 py-10 text-center sm:px-5">No order of these days has a contact yet.</p>
        ) : (
          <div className="grid grid-cols-1 gap-8 px-4 pt-4 pb-5 sm:px-5">
            <Scroller className="-mx-4 px-4 pb-1 sm:-mx-5 sm:px-5" label="How paths run: a drawing of the table below">
              <FlowMap heads={model.flow.heads} labels={model.flow.labels} layout={model.flow.layout} />
            </Scroller>
            <TopPaths model={model} />
            <Shapes model={model} />
          </div>
        )
      }
    </PartCard>
  )
}

function TopPaths({ model: { paths, count } }: { readonly model: PathsModel }) {
  return (
    <section aria-labelledby="top-paths-heading">
      <h3 className="font-semibold text-[15px]" id="top-paths-heading">
        Most frequent paths <span className="font-normal text-[13px] text-faint">of {count}</span>
      </h3>
      <Scroller className="-mx-4 px-4 sm:-mx-5 sm:px-5" label="List of paths">
        <table className="mt-1 w-full text-[13px]">
          <thead className="text-faint text-xs">
            <tr>
              <th className="py-1.5 text-start font-normal" scope="col">
                Path
              </th>
              <th className="py-1.5 ps-3 text-end font-normal" scope="col">
                Orders
              </th>
              <th className="py-1.5 ps-3 text-end font-normal" scope="col">
                Revenue
              </th>
              <th className="whitespace-nowrap py-1.5 ps-3 text-end font-normal" scope="col">
                Median time
              </th>
            </tr>
          </thead>
          <tbody>
            {paths.map(({ key, steps, orders, revenue, days }) => (
              <tr className="border-line border-t" key={key}>
                <th className="py-2 text-start font-normal" scope="row">
                  <Steps steps={steps} />
                </th>
                <td className="py-2 ps-3 text-end tabular">{orders}</td>
                <td className="whitespace-nowrap py-2 ps-3 text-end tabular">{revenue}</td>
                <td className="whitespace-nowrap py-2 ps-3 text-end tabular">{days}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
    </section>
  )
}

/** The channels of a path in order. */
export function Steps({ steps }: { readonly steps: readonly PathStep[] }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1 gap-y-1">
      {steps.map(({ key, name, times }, index) => (
        <span className="inline-flex items-center gap-1" key={key}>
          {index > 0 && <ChevronRight aria-label="then" className="size-3.5 text-faint rtl:-scale-x-100" />}
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
  return (
    <div className="grid gap-x-8 gap-y-6 lg:grid-cols-3">
      <Buckets
        header="Contacts"
        note={`Median: ${length.median}`}
        rows={length.rows}
        title="Contacts before an order"
      />
      <Buckets header="Time" note={`Median: ${lag.medianFirst}`} rows={lag.first} title="From the first contact" />
      <Buckets header="Time" note={`Median: ${lag.medianLast}`} rows={lag.last} title="From the last contact" />
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
  return (
    <section aria-label={title} className="min-w-0">
      <h3 className="font-semibold text-[15px]">{title}</h3>
      <p className="text-[13px] text-faint">{note}</p>
      <Bars
        caption={title}
        columns={[{ label: 'Orders' }, { label: 'Share' }, { label: 'Revenue', needs: 'medium' }]}
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
