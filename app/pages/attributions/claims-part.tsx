import { href, Link } from 'react-router'
import { type Part, PartCard } from '../../blocks/figures-page/part-card.tsx'
import { missing } from '../../format/index.ts'
import { Sentence } from '../../language/index.ts'
import { Badge, buttonClass, PlatformIcon } from '../../ui/index.ts'
import type { ClaimsModel } from './reports-model.ts'
import { useWords } from './words.ts'

interface ClaimsPartProps {
  readonly claims: Promise<Part<ClaimsModel>>
  readonly domain: string
  /** Name of the chosen model. */
  readonly model: string
}

/** Platform-reported conversions beside our own orders, and why the two differ. */
export function ClaimsPart({ claims, domain, model }: ClaimsPartProps) {
  const say = useWords()
  return (
    <PartCard id="claims-heading" lines={8} note={say('claims.note')} part={claims} title={say('claims.title')}>
      {(content) => (
        <div className="grid grid-cols-1 gap-6 px-4 pt-3 pb-5 sm:px-5">
          {content.platforms.length === 0 ? (
            <div className="flex flex-wrap items-center gap-3 py-6">
              <p>{say('claims.none')}</p>
              <Link
                className={buttonClass('secondary', 'small')}
                to={href('/shop/:domain/setup/integrations', { domain })}
              >
                {say('claims.connect')}
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
                <li key={note.text}>
                  <Sentence {...note} />
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </PartCard>
  )
}

function Sum({ content: { orders, claimed, over, several } }: { readonly content: ClaimsModel }) {
  const say = useWords()
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 md:grid-cols-4">
      <Fact label={say('claims.actual')} note={say('claims.actual_note')} text={orders} />
      <Fact label={say('claims.sum')} note={say('claims.sum_note')} text={claimed ?? missing} />
      <Fact
        label={say('claims.over')}
        note={over?.isOver ? say('claims.over_note') : say('claims.under_note')}
        text={over?.text ?? missing}
      />
      <Fact
        label={say('claims.several')}
        note={say('claims.several_note', { amount: several.revenue })}
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

const bars = ['reported', 'seen', 'attributed'] as const
const barColors = ['bg-series-5', 'bg-series-3', 'bg-series-1'] as const

function Platforms({ content, model }: { readonly content: ClaimsModel; readonly model: string }) {
  const say = useWords()
  return (
    <ul className="grid gap-4 lg:grid-cols-2 2xl:grid-cols-3">
      {content.platforms.map((platform) => {
        const { id, name, spend, claimed, alone, credited, ratio, explained, byPart, bars: lengths } = platform
        const figures = [claimed, alone, credited]
        return (
          <li className="rounded-xl border border-line p-4" key={id}>
            <h3 className="flex items-center gap-2 font-semibold text-[15px]">
              <PlatformIcon className="size-4 text-soft" label="" name={id} />
              {name}
              {ratio !== missing && (
                <span className="ms-auto">
                  <Badge>{say('claims.ratio', { ratio })}</Badge>
                </span>
              )}
            </h3>
            <table className="mt-3 w-full text-[13px]">
              <caption className="sr-only">{say('claims.caption', { platform: name })}</caption>
              <thead className="text-faint text-xs">
                <tr>
                  <th className="text-start font-normal" scope="col">
                    {say('claims.spend', { amount: spend })}
                  </th>
                  <th className="ps-3 text-end font-normal" scope="col">
                    {say('claims.orders')}
                  </th>
                  <th className="ps-3 text-end font-normal" scope="col">
                    {say('claims.revenue')}
                  </th>
                </tr>
              </thead>
              <tbody>
                {bars.map((bar, index) => (
                  <tr key={bar}>
                    <th className="w-full py-1.5 text-start font-normal" scope="row">
                      {say(`claims.bar.${bar}`)}
                      {index === 0 && byPart && <span className="block text-faint text-xs">{byPart}</span>}
                      {index === 2 && (
                        <span className="block text-faint text-xs">{say('claims.by_model', { model })}</span>
                      )}
                      <span aria-hidden className="mt-1 block h-1.5 rounded-full bg-hover">
                        <span
                          className={`block h-full rounded-full ${barColors[index] ?? ''}`}
                          style={{ width: `${(lengths[index] ?? 0) * 100}%` }}
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
              {explained === missing
                ? say('claims.seen_unknown')
                : platform.isExplained
                  ? say('claims.seen_all', { platform: name })
                  : say('claims.seen_part', { share: explained, platform: name })}
            </p>
          </li>
        )
      })}
    </ul>
  )
}

function Reasons({ reasons }: Pick<ClaimsModel, 'reasons'>) {
  const say = useWords()
  return (
    <section aria-labelledby="reasons-heading">
      <h3 className="font-semibold text-[15px]" id="reasons-heading">
        {say('claims.reasons')}
      </h3>
      <ol className="mt-2 grid gap-3 text-[13px] sm:grid-cols-2 xl:grid-cols-4">
        {reasons.map((key) => (
          <li className="rounded-lg bg-sunken p-3" key={key}>
            <h4 className="font-medium">{say(`claims.reason.${key}`)}</h4>
            <p className="mt-0.5 text-soft">{say(`claims.why.${key}`)}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
