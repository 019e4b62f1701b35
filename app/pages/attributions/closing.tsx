import { Fragment } from 'react'
import { href, Link } from 'react-router'
import { Equal } from '../../icons.ts'
import { parseSearch, type SearchState, withSearch } from '../../search/index.ts'
import { Badge, Card, CardHeader } from '../../ui/index.ts'
import type { ClosingModel, ClosingSum } from './model.ts'
import { useWords } from './words.ts'

interface ClosingProps {
  readonly closing: ClosingModel
  readonly state: SearchState
  readonly domain: string
  readonly isWaiting: boolean
}

/** Reconciles the table with the summary's figure, to the last cent. */
export function Closing({ closing, state, domain, isWaiting }: ClosingProps) {
  const { isExact, refunds, contribution } = closing
  const say = useWords()
  const further = [
    { title: say('credit.closing_refunds'), sum: refunds },
    { title: say('credit.closing_contribution'), sum: contribution },
  ]
  return (
    <Card aria-busy={isWaiting || undefined} aria-labelledby="closing-heading">
      <CardHeader id="closing-heading" note={say('credit.closing_note')} title={say('credit.closing')}>
        {isExact ? (
          <Badge tone="good">{say('credit.exact')}</Badge>
        ) : (
          <Badge tone="warn">{say('credit.inexact')}</Badge>
        )}
      </CardHeader>
      <Sum domain={domain} isWaiting={isWaiting} state={state} sum={closing} />
      {further.map(
        ({ title, sum }) =>
          sum && (
            <Fragment key={title}>
              <h3 className="border-line border-t px-4 pt-3 font-medium text-[13px] sm:px-5">{title}</h3>
              <Sum domain={domain} isWaiting={isWaiting} state={state} sum={sum} />
            </Fragment>
          ),
      )}
    </Card>
  )
}

/** A figure of the summary and its parts. */
function Sum({ sum, state, domain, isWaiting }: Omit<ClosingProps, 'closing'> & { readonly sum: ClosingSum }) {
  const { label, text, lines, metric } = sum
  const { range, from, to } = state
  const days = withSearch(parseSearch(''), { range, from, to, open: metric })
  return (
    <dl className={`px-4 pt-3 pb-4 text-[13px] sm:px-5 ${isWaiting ? 'opacity-60' : ''}`}>
      {lines.map(({ key, sign, label: name, text: amount, about }) => (
        <div className="flex items-baseline gap-3 border-line border-b py-2" key={key}>
          <dt className="min-w-0 flex-1">
            {name}
            <span className="block text-faint text-xs">{about}</span>
          </dt>
          <dd className="whitespace-nowrap tabular">
            {sign && <span className="me-1.5 text-faint">{sign}</span>}
            {amount}
          </dd>
        </div>
      ))}
      <div className="flex items-baseline gap-3 pt-2.5 font-semibold">
        <dt className="flex min-w-0 flex-1 items-center gap-1.5">
          <Equal aria-hidden className="size-3.5 text-faint" />
          <Link
            className="rounded underline decoration-line underline-offset-3 hover:decoration-current"
            to={`${href('/shop/:domain', { domain })}${days}`}
          >
            {label}
          </Link>
        </dt>
        <dd className="whitespace-nowrap tabular">{text}</dd>
      </div>
    </dl>
  )
}
