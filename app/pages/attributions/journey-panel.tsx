import { href, Link, useParams } from 'react-router'
import { Journey } from '../../blocks/journey/journey.tsx'
import type { JourneyModel } from '../../blocks/journey/journey-model.ts'
import { type SearchState, toSearch, withSearch } from '../../search/index.ts'
import { SidePanel } from '../../ui/index.ts'
import { useWords } from './words.ts'

interface JourneyPanelProps {
  readonly journey: JourneyModel | undefined
  readonly state: SearchState
  readonly domain: string
  /** Id of the attribution model. */
  readonly model: string
}

/** One order: each touchpoint before it, its credit, and why. */
export function JourneyPanel({ journey, state, domain, model }: JourneyPanelProps) {
  const { order = '' } = useParams()
  const say = useWords()
  const page = href('/shop/:domain/attributions', { domain })
  const back = state.place === undefined ? undefined : { to: toSearch(state), label: say('panel.orders') }
  return (
    <SidePanel
      at={page}
      back={back}
      closeTo={withSearch(state, { place: undefined, after: undefined })}
      title={journey?.title ?? say('panel.journey')}
    >
      {journey ? (
        <>
          <Journey journey={journey} model={model} state={state} />
          <p className="px-5 pb-5 text-[13px]">
            <Link className="underline underline-offset-3" to={href('/shop/:domain/orders/:order', { domain, order })}>
              {say('panel.open')}
            </Link>
          </p>
        </>
      ) : (
        <p className="p-10 text-center text-soft">{say('panel.unknown')}</p>
      )}
    </SidePanel>
  )
}
