import { CircleCheck, CircleDashed } from 'lucide-react'
import { useEffect } from 'react'
import { href, Link, useFetcher } from 'react-router'
import type { ArrivalsModel } from '../../blocks/install/model.ts'
import { Badge, buttonClass, Card } from '../../ui/index.ts'

interface ArrivalsCardProps {
  readonly domain: string
  readonly initial: ArrivalsModel
}

const askEveryMs = 5_000

/** Whether the shop's pages are heard. It looks again by itself: whoever has just put the script there waits for it. */
export function ArrivalsCard({ domain, initial }: ArrivalsCardProps) {
  const arrivals = useArrivals(initial, domain)
  const { age } = arrivals
  const Icon = age ? CircleCheck : CircleDashed
  return (
    <Card aria-labelledby="arrivals-heading" className="p-4 sm:p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 items-start gap-3">
          <Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${age ? 'text-good' : 'text-faint'}`} />
          <div aria-live="polite" className="min-w-0">
            <h2 className="flex flex-wrap items-center gap-2 font-semibold text-[15px]" id="arrivals-heading">
              {age ? 'The script is heard' : 'Nothing heard yet'}
              {age ? <Badge tone="good">Last event {age}</Badge> : <Badge>Waiting</Badge>}
            </h2>
            <p className="mt-1 max-w-prose text-pretty text-soft">
              {age
                ? 'Every event that comes in can be followed while it happens.'
                : 'Put the script into the shop as below, then open the shop in a private window and agree to be recognised. It shows here within seconds.'}
            </p>
          </div>
        </div>
        <Link className={buttonClass('secondary', 'small')} to={href('/shop/:domain/tracking/live', { domain })}>
          Live events
        </Link>
      </div>
      {age && <Figures arrivals={arrivals} />}
    </Card>
  )
}

function Figures({ arrivals: { events, visitors, orders, agreedShare } }: { readonly arrivals: ArrivalsModel }) {
  const figures = [
    ['Events in 24 hours', events],
    ['Recognised visitors', visitors],
    ['Orders told', orders],
    ['Events with consent', agreedShare ?? '–'],
  ] as const
  return (
    <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-3 border-line border-t pt-4 sm:grid-cols-4">
      {figures.map(([name, text]) => (
        <div key={name}>
          <dt className="text-[13px] text-faint">{name}</dt>
          <dd className="font-semibold text-lg tabular tracking-tight">{text}</dd>
        </div>
      ))}
    </dl>
  )
}

function useArrivals(initial: ArrivalsModel, domain: string): ArrivalsModel {
  const { data, load } = useFetcher<ArrivalsModel>()
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void load(href('/shop/:domain/tracking/arrivals', { domain }))
    }, askEveryMs)
    return () => clearInterval(timer)
  }, [load, domain])
  return data ?? initial
}
