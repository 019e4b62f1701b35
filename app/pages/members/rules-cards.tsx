import { Form, href, Link, useNavigation } from 'react-router'
import { Button, Card, CardHeader } from '../../ui/index.ts'
import type { OfferModel } from './model.ts'

interface OfferCardProps {
  readonly offer: OfferModel
  readonly mayChange: boolean
}

/** An offer of ownership: to be confirmed by whom it is for, or withdrawn by an owner. */
export function OfferCard({ offer, mayChange }: OfferCardProps) {
  const busy = useNavigation().formData?.get('intent')
  const { isForSelf, from, to, until } = offer
  return (
    <Card aria-labelledby="offer-heading" className="pb-5">
      <CardHeader
        id="offer-heading"
        note={`Until ${until}; until then nothing changes.`}
        title={isForSelf ? `${from} offers you ownership` : `Ownership is offered to ${to}`}
      />
      <Form className="mt-4 flex flex-wrap gap-2 px-4 sm:px-5" method="post" preventScrollReset>
        {isForSelf && (
          <Button isBusy={busy === 'accept-offer'} kind="primary" name="intent" value="accept-offer">
            Become the owner
          </Button>
        )}
        {mayChange && (
          <Button isBusy={busy === 'withdraw-offer'} name="intent" value="withdraw-offer">
            Withdraw the offer
          </Button>
        )}
      </Form>
    </Card>
  )
}

interface FactorCardProps {
  /** Printed day. */
  readonly factorFrom: string | null
  readonly mayChange: boolean
}

/** Whether everybody needs a second factor, and since when. */
export function FactorCard({ factorFrom, mayChange }: FactorCardProps) {
  const isBusy = useNavigation().formData?.get('intent')?.toString().endsWith('factor') ?? false
  if (factorFrom === null && !mayChange) return null
  return (
    <Card aria-labelledby="factor-heading" className="pb-5">
      <CardHeader
        id="factor-heading"
        note={
          factorFrom === null
            ? 'Members may sign in with a password alone.'
            : `From ${factorFrom} on, signing in without one leads to setting it up.`
        }
        title="A second factor for everybody"
      />
      <div className="mt-4 grid justify-items-start gap-3 px-4 text-[13px] sm:px-5">
        <p>
          <Link className="underline underline-offset-2" to={href('/account/security')}>
            Your own second factor
          </Link>
        </p>
        {mayChange && (
          <Form method="post" preventScrollReset>
            <Button isBusy={isBusy} name="intent" value={factorFrom === null ? 'require-factor' : 'allow-no-factor'}>
              {factorFrom === null ? 'Ask everybody for one in seven days' : 'Stop asking for it'}
            </Button>
          </Form>
        )}
      </div>
    </Card>
  )
}
