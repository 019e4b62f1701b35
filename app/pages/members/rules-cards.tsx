import { Form, href, Link, useNavigation } from 'react-router'
import { Button, Card, CardHeader } from '../../ui/index.ts'
import type { OfferModel } from './model.ts'
import { useWords } from './words.tsx'

interface OfferCardProps {
  readonly offer: OfferModel
  readonly mayChange: boolean
}

/** An offer of ownership: to be confirmed by whom it is for, or withdrawn by an owner. */
export function OfferCard({ offer, mayChange }: OfferCardProps) {
  const busy = useNavigation().formData?.get('intent')
  const { text } = useWords()
  const { isForSelf, from, to, until } = offer
  return (
    <Card aria-labelledby="offer-heading" className="pb-5">
      <CardHeader
        id="offer-heading"
        note={text('offerUntil', { until })}
        title={isForSelf ? text('offerToYou', { from }) : text('offerTo', { to })}
      />
      <Form className="mt-4 flex flex-wrap gap-2 px-4 sm:px-5" method="post" preventScrollReset>
        {isForSelf && (
          <Button isBusy={busy === 'accept-offer'} kind="primary" name="intent" value="accept-offer">
            {text('become')}
          </Button>
        )}
        {isForSelf && (
          <Button isBusy={busy === 'decline-offer'} name="intent" value="decline-offer">
            {text('decline')}
          </Button>
        )}
        {mayChange && (
          <Button isBusy={busy === 'withdraw-offer'} name="intent" value="withdraw-offer">
            {text('withdrawOffer')}
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
  const sent = useNavigation().formData?.get('intent')
  const isBusy = sent === 'require-factor' || sent === 'allow-no-factor'
  const { text } = useWords()
  if (factorFrom === null && !mayChange) return null
  return (
    <Card aria-labelledby="factor-heading" className="pb-5">
      <CardHeader
        id="factor-heading"
        note={factorFrom === null ? text('factorNone') : text('factorFrom', { day: factorFrom })}
        title={text('factorTitle')}
      />
      <div className="mt-4 grid justify-items-start gap-3 px-4 text-[13px] sm:px-5">
        <p>
          <Link className="underline underline-offset-2" to={href('/account/security')}>
            {text('ownFactor')}
          </Link>
        </p>
        {mayChange && (
          <Form method="post" preventScrollReset>
            <Button isBusy={isBusy} name="intent" value={factorFrom === null ? 'require-factor' : 'allow-no-factor'}>
              {text(factorFrom === null ? 'askFactor' : 'stopFactor')}
            </Button>
          </Form>
        )}
      </div>
    </Card>
  )
}

/** Whether administrators of the installation may look in. */
export function SupportCard({ isAllowed }: { readonly isAllowed: boolean }) {
  const sent = useNavigation().formData?.get('intent')
  const isBusy = sent === 'allow-support' || sent === 'stop-support'
  const { text } = useWords()
  return (
    <Card aria-labelledby="support-heading" className="pb-5">
      <CardHeader
        id="support-heading"
        note={text(isAllowed ? 'supportOn' : 'supportOff')}
        title={text('supportTitle')}
      />
      <Form className="mt-4 px-4 sm:px-5" method="post" preventScrollReset>
        <Button isBusy={isBusy} name="intent" value={isAllowed ? 'stop-support' : 'allow-support'}>
          {text(isAllowed ? 'stopSupport' : 'allowSupport')}
        </Button>
      </Form>
    </Card>
  )
}
