import { Badge, buttonClass, Card, CardHeader } from '../../ui/index.ts'
import { AnswerForm } from './answer-form.tsx'
import type { RequestModel } from './model.ts'

interface RequestsCardProps {
  readonly domain: string
  readonly requests: readonly RequestModel[]
}

/** What platforms asked in their customers' names: what is not closed, and folded away the latest that is. */
export function RequestsCard({ domain, requests }: RequestsCardProps) {
  const open = requests.filter(({ isClosed }) => !isClosed)
  const closed = requests.filter(({ isClosed }) => isClosed)
  return (
    <Card aria-labelledby="requests-heading">
      <CardHeader
        id="requests-heading"
        note="What Shopify passes on from customers; downloading what is held answers it."
        title="Open requests"
      />
      {open.length === 0 && <p className="mt-2 px-4 pb-4 text-soft sm:px-5">Nobody waits for an answer.</p>}
      <RequestList domain={domain} requests={open} />
      {closed.length > 0 && (
        <details className="border-line border-t">
          <summary
            className={`${buttonClass('quiet', 'small')} mx-1.5 my-1.5 list-none sm:mx-2.5 [&::-webkit-details-marker]:hidden`}
          >
            Closed requests ({closed.length})
          </summary>
          <RequestList domain={domain} requests={closed} />
        </details>
      )}
    </Card>
  )
}

function RequestList({ domain, requests }: RequestsCardProps) {
  if (requests.length === 0) return null
  return (
    <ul className="mt-1 divide-y divide-line">
      {requests.map(({ id, who, what, state, times, canAnswer }) => (
        <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2.5 px-4 py-3.5 sm:px-5" key={id}>
          <div className="min-w-0 max-w-prose">
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <span className="min-w-0 break-words">
                <span className="font-medium">{who}</span> {what}
              </span>
              <Badge tone={state.tone}>{state.label}</Badge>
            </p>
            <p className="mt-0.5 text-[13px] text-faint">{times}</p>
          </div>
          {canAnswer && <AnswerForm domain={domain} request={id} who={who} />}
        </li>
      ))}
    </ul>
  )
}
