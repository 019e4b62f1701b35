import { ShoppingBag } from '../../icons.ts'
import type { SearchState } from '../../search/index.ts'
import { PlatformIcon } from '../../ui/index.ts'
import { ModelSwitch } from '../credit/model-switch.tsx'
import type { JourneyModel, JourneyTouch } from './journey-model.ts'
import { useJourneyWords } from './words.ts'

interface JourneyProps {
  readonly journey: JourneyModel
  readonly state: SearchState
  /** Id of the attribution model. */
  readonly model: string
}

/** The way to an order: each touchpoint before it, its credit, and why. */
export function Journey({ journey, state, model }: JourneyProps) {
  const { facts, about, rule, touches, notes } = journey
  const say = useJourneyWords()
  return (
    <div className="grid gap-6 p-5">
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 text-[13px]">
        {facts.map(({ label, text }) => (
          <div className="contents" key={label}>
            <dt className="text-faint">{label}</dt>
            <dd className="min-w-0 break-words">{text}</dd>
          </div>
        ))}
      </dl>
      <section aria-labelledby="journey-heading">
        <h3 className="font-semibold text-[15px]" id="journey-heading">
          {say('journey.heading')}
        </h3>
        <p className="mt-0.5 mb-3 text-[13px] text-soft">
          {rule}. {about}
        </p>
        <ModelSwitch model={model} state={state} />
        {notes.map((note) => (
          <p className="mt-3 text-pretty text-[13px] text-soft" key={note}>
            {note}
          </p>
        ))}
        <ol className="mt-4">
          {touches.map((touch) => (
            <Touch key={touch.id} touch={touch} />
          ))}
          <Order journey={journey} />
        </ol>
      </section>
    </div>
  )
}

function Touch({ touch }: { readonly touch: JourneyTouch }) {
  const { channel, platform, platformName, at, before, kind, place, details, evidence, isCredited } = touch
  const say = useJourneyWords()
  return (
    <li className="relative grid grid-cols-[1.75rem_1fr_auto] gap-x-3 pb-5">
      <span aria-hidden className="absolute start-3.5 top-7 bottom-0 border-line border-s" />
      <span
        className={`grid size-7 place-items-center rounded-full border ${isCredited ? 'border-transparent bg-accent-wash text-accent' : 'border-line text-faint'}`}
      >
        {platform ? (
          <PlatformIcon className="size-3.5" label="" name={platform} />
        ) : (
          <span aria-hidden className="size-1.5 rounded-full bg-current" />
        )}
      </span>
      <div className="min-w-0 text-[13px]">
        <h4 className={isCredited ? 'font-medium' : 'text-soft'}>
          {channel}
          {platformName && <span className="font-normal text-soft"> · {platformName}</span>}
        </h4>
        <p className="text-faint text-xs">
          {at} · {before} · {kind}
        </p>
        {place && (
          <p className="mt-0.5 break-words text-match-parent" dir="auto">
            {place}
          </p>
        )}
        <p className="mt-1 text-pretty text-soft">{touch.reason}</p>
        <details className="mt-1 text-xs">
          <summary className="w-fit rounded text-faint hover:text-ink">{say('journey.evidence')}</summary>
          <p className="mt-1 text-soft">{evidence}</p>
          <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5">
            {details.map(({ label, text }) => (
              <div className="contents" key={label}>
                <dt className="text-faint">{label}</dt>
                <dd className="min-w-0 break-all">
                  <bdi>{text}</bdi>
                </dd>
              </div>
            ))}
          </dl>
        </details>
      </div>
      <div className="w-24 text-end text-[13px] tabular">
        <span className={isCredited ? 'font-semibold' : 'text-faint'}>{touch.revenue}</span>
        <span className="block text-faint text-xs">
          {touch.fraction} {touch.part && `(${touch.part})`}
        </span>
        <span aria-hidden className="mt-1 block h-1 overflow-hidden rounded-full bg-hover">
          <span className="ms-auto block h-full rounded-full bg-series-1" style={{ width: `${touch.share * 100}%` }} />
        </span>
      </div>
    </li>
  )
}

function Order({ journey: { name, placedAt, value, credited } }: { readonly journey: JourneyModel }) {
  const say = useJourneyWords()
  return (
    <li className="grid grid-cols-[1.75rem_1fr_auto] gap-x-3">
      <span className="grid size-7 place-items-center rounded-full bg-ink text-canvas">
        <ShoppingBag aria-hidden className="size-3.5" />
      </span>
      <div className="min-w-0 text-[13px]">
        <h4 className="font-medium">{say('journey.order', { name })}</h4>
        <p className="text-faint text-xs">{placedAt}</p>
      </div>
      <div className="w-28 text-end text-[13px] tabular">
        <span className="font-semibold">{value}</span>
        <span className="block text-faint text-xs">{credited}</span>
      </div>
    </li>
  )
}
