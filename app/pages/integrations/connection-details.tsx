import { ChevronRight } from 'lucide-react'
import type { CardModel, Fact } from '../../blocks/connections/model.ts'

/** Everything that is known about a connection, for whoever wants to know exactly. */
export function ConnectionDetails({ card }: { readonly card: CardModel }) {
  return (
    <details className="group border-line border-t">
      <summary className="touch-target flex cursor-pointer list-none items-center gap-1.5 rounded-sm px-4 py-3 font-medium text-[13px] text-soft hover:text-ink sm:px-5">
        <ChevronRight
          aria-hidden
          className="size-3.5 transition-transform group-open:rotate-90 rtl:-scale-x-100 rtl:group-open:rotate-90"
        />
        Details
        <span className="font-normal text-faint max-sm:hidden">
          {card.kind === 'store'
            ? 'How complete each part is, instant updates, versions'
            : 'How complete each part is, versions'}
        </span>
      </summary>
      <div className="grid gap-5 px-4 pb-5 text-[13px] sm:px-5">
        {card.streams.map(({ id, label }) => (
          <Group facts={card.marks[id] ?? []} key={id} title={label} />
        ))}
        {card.kind === 'store' && <Group facts={card.updates.facts} text={card.updates.text} title="Instant updates" />}
        <Group facts={card.facts} title="The account" />
      </div>
    </details>
  )
}

interface GroupProps {
  readonly title: string
  readonly text?: string
  readonly facts: readonly Fact[]
}

function Group({ title, text, facts }: GroupProps) {
  return (
    <section>
      <h4 className="font-medium">{title}</h4>
      {text && <p className="mt-0.5 max-w-prose text-soft">{text}</p>}
      {facts.length > 0 && (
        <dl className="mt-1.5 grid grid-cols-2 gap-x-6 gap-y-2 sm:grid-cols-4">
          {facts.map(({ name, value, title: exact }) => (
            <div className="min-w-0" key={name}>
              <dt className="text-faint">{name}</dt>
              <dd className="break-words" title={exact}>
                {value}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}
