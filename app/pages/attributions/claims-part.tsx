import { href, Link } from 'react-router'
import { type Part, PartCard } from '../../blocks/figures-page/part-card.tsx'
import { Badge, buttonClass, PlatformIcon } from '../../ui/index.ts'
import type { ClaimsModel } from './reports-model.ts'

interface ClaimsPartProps {
  readonly claims: Promise<Part<ClaimsModel>>
  readonly domain: string
  /** Name of the chosen model. */
  readonly model: string
}

/** Platform-reported conversions beside our own orders, and why the two differ. */
export function ClaimsPart({ claims, domain, model }: ClaimsPartProps) {
  return (
    <PartCard
      id="claims-heading"
      lines={8}
      note="Each platform counts for itself and sees nothing of the others. The difference is no error of either."
      part={claims}
      title="Platform claims beside ours"
    >
      {(content) => (
        <div className="grid grid-cols-1 gap-6 px-4 pt-3 pb-5 sm:px-5">
          {content.platforms.length === 0 ? (
            <div className="flex flex-wrap items-center gap-3 py-6">
              <p>No connected ad platform claims anything in these days.</p>
              <Link
                className={buttonClass('secondary', 'small')}
                to={href('/shop/:domain/setup/integrations', { domain })}
              >
                Connect an ad platform
              </Link>
            </div>
          ) : (
            <>
              <Sum content={content} />
              <Platforms content={content} model={model} />
            </>
          )}
          <Reasons reasons={content.reasons} />
          {content.notes.length > 0 && (
            <ul className="text-[13px] text-faint">
              {content.notes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </ul>
          )}
        </div>
      )}
    </PartCard>
  )
}

function Sum({ content: { orders, claimed, over, several } }: { readonly content: ClaimsModel }) {
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 md:grid-cols-4">
      <Fact label="Orders there were" note="counted orders of these days" text={orders} />
      <Fact label="Sum of claims" note="of all platforms; not a count of orders" text={claimed ?? '–'} />
      <Fact
        label="Over-claim"
        note={
          over?.isOver
            ? 'claims beyond the orders there were'
            : 'fewer claims than orders: not every order comes from an ad'
        }
        text={over?.text ?? '–'}
      />
      <Fact
        label="Claimed by several"
        note={`orders that more than one platform would claim, worth ${several.revenue}`}
        text={several.orders}
      />
    </dl>
  )
}

function Fact({ label, text, note }: { readonly label: string; readonly text: string; readonly note: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-[13px] text-faint">{label}</dt>
      <dd>
        <span className="block font-semibold text-xl tabular">{text}</span>
        <span className="block text-faint text-xs">{note}</span>
      </dd>
    </div>
  )
}

const barNames = ['Claims', 'We see a click of it for', 'We credit'] as const
const barColors = ['bg-series-5', 'bg-series-3', 'bg-series-1'] as const

function Platforms({ content, model }: { readonly content: ClaimsModel; readonly model: string }) {
  return (
    <ul className="grid gap-4 lg:grid-cols-2 2xl:grid-cols-3">
      {content.platforms.map((platform) => {
        const { id, name, spend, claimed, alone, credited, ratio, explained, byPart, bars } = platform
        const figures = [claimed, alone, credited]
        return (
          <li className="rounded-xl border border-line p-4" key={id}>
            <h3 className="flex items-center gap-2 font-semibold text-[15px]">
              <PlatformIcon className="size-4 text-soft" label="" name={id} />
              {name}
              <span className="ms-auto">
                <Badge>{ratio === '–' ? 'no ratio' : `claims ${ratio} ours`}</Badge>
              </span>
            </h3>
            <table className="mt-3 w-full text-[13px]">
              <caption className="sr-only">{name}: claimed and credited</caption>
              <thead className="text-faint text-xs">
                <tr>
                  <th className="text-start font-normal" scope="col">
                    Spend {spend}
                  </th>
                  <th className="ps-3 text-end font-normal" scope="col">
                    Orders
                  </th>
                  <th className="ps-3 text-end font-normal" scope="col">
                    Revenue
                  </th>
                </tr>
              </thead>
              <tbody>
                {barNames.map((label, index) => (
                  <tr key={label}>
                    <th className="w-full py-1.5 text-start font-normal" scope="row">
                      {label}
                      {index === 0 && byPart && <span className="block text-faint text-xs">{byPart}</span>}
                      {index === 2 && <span className="block text-faint text-xs">by “{model}”</span>}
                      <span aria-hidden className="mt-1 block h-1.5 rounded-full bg-hover">
                        <span
                          className={`block h-full rounded-full ${barColors[index] ?? ''}`}
                          style={{ width: `${(bars[index] ?? 0) * 100}%` }}
                        />
                      </span>
                    </th>
                    <td className="whitespace-nowrap py-1.5 ps-3 text-end align-top tabular">
                      {figures[index]?.orders}
                    </td>
                    <td className="whitespace-nowrap py-1.5 ps-3 text-end align-top tabular">
                      {figures[index]?.revenue}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
            <p className="mt-2 text-[13px] text-soft">
              {explained === '–'
                ? 'How much of the claims we see a click for is not known.'
                : platform.isExplained
                  ? `We see a click of ${name} in the window for as many orders as it claims.`
                  : `For ${explained} of the claimed orders we see a click of ${name} in the window; the rest is views, modelled orders, other devices and other days.`}
            </p>
          </li>
        )
      })}
    </ul>
  )
}

function Reasons({ reasons }: Pick<ClaimsModel, 'reasons'>) {
  return (
    <section aria-labelledby="reasons-heading">
      <h3 className="font-semibold text-[15px]" id="reasons-heading">
        Four reasons why claims and credit always differ
      </h3>
      <ol className="mt-2 grid gap-3 text-[13px] sm:grid-cols-2 xl:grid-cols-4">
        {reasons.map(({ key, title, sentence }) => (
          <li className="rounded-lg bg-sunken p-3" key={key}>
            <h4 className="font-medium">{title}</h4>
            <p className="mt-0.5 text-soft">{sentence}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
