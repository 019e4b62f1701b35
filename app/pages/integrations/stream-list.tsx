import type { StreamModel } from '../../blocks/connections/model.ts'
import { Meter } from '../../ui/index.ts'

/** What is read of an account, and how far each part of it has come. */
export function StreamList({ streams }: { readonly streams: readonly StreamModel[] }) {
  return (
    <ul className="grid gap-2.5">
      {streams.map((stream) => (
        <li className="text-[13px]" key={stream.id}>
          <div className="flex flex-wrap justify-between gap-x-4">
            <span className="font-medium">{stream.label}</span>
            <span className="text-soft tabular">{stateOf(stream)}</span>
          </div>
          {stream.state === 'importing' && (
            <div className="mt-1.5">
              <Meter done={stream.done} label={`${stream.label} imported`} total={stream.total} />
            </div>
          )}
          {stream.error && (
            <p className={`mt-1 ${stream.state === 'failed' ? 'text-bad' : 'text-soft'}`}>{stream.error}</p>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Of ad platforms whole days are read. */
function amountOf({ id, amount }: StreamModel): string {
  return id === 'ad_days' ? `${amount} days` : amount
}

function stateOf(stream: StreamModel): string {
  switch (stream.state) {
    case 'waiting':
      return 'Waiting for its turn'
    case 'importing':
      // Some platforms prepare a history before the first record of it arrives.
      return stream.done === 0
        ? `${amountOf(stream)} · being prepared over there`
        : [amountOf(stream), stream.left].filter(Boolean).join(' · ')
    case 'complete':
      if (stream.done === 0 && stream.total === 0) return 'None'
      return stream.completeSince ? `${amountOf(stream)} · complete since ${stream.completeSince}` : amountOf(stream)
    case 'retrying':
      return `${amountOf(stream)} · tried again ${stream.triedAgain ?? 'soon'}`
    case 'failed':
      return 'Failed'
  }
}
