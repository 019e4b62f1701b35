import { href, Link } from 'react-router'
import { PageTitle } from '../../frame/basic/index.ts'
import { Server } from '../../icons.ts'
import { guarded, servicesContext } from '../../request.server.ts'
import { Card, CardHeader } from '../../ui/index.ts'
import type { Route } from './+types/billing-route.ts'
import { PageHead } from './parts.tsx'

const facts = [
  { name: 'Edition', text: 'Self-hosted' },
  { name: 'Features', text: 'All of them' },
  { name: 'Shops, people and orders', text: 'As many as your server carries' },
  { name: 'Charge', text: 'None' },
  { name: 'Licence', text: 'AGPL-3.0' },
] as const

export const loader = guarded(async ({ context }: Route.LoaderArgs) => {
  return { shopCount: (await context.get(servicesContext).nameShops()).length }
})

export default function BillingRoute({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageTitle>Billing</PageTitle>
      <BillingPage {...loaderData} />
    </>
  )
}

/** The cost of this installation. */
function BillingPage({ shopCount }: { readonly shopCount: number }) {
  return (
    <>
      <PageHead title="Billing">
        This installation is your own. Nothing is charged for it, so there is no payment method and no invoice here.
      </PageHead>
      <div className="grid gap-6">
        <Card aria-labelledby="plan-heading">
          <CardHeader
            id="plan-heading"
            title={
              <span className="flex items-center gap-2">
                <Server aria-hidden className="size-4 text-faint" strokeWidth={1.75} /> Tillsight on your own server
              </span>
            }
          />
          <dl className="mt-2 divide-y divide-line">
            {facts.map(({ name, text }) => (
              <div className="flex items-baseline justify-between gap-4 px-4 py-3 sm:px-5" key={name}>
                <dt className="text-soft">{name}</dt>
                <dd className="text-end font-medium">{text}</dd>
              </div>
            ))}
          </dl>
        </Card>
        <p className="px-1 text-[13px] text-soft">
          What you pay for is outside of Tillsight: the server it runs on, and whoever sends its mails and text
          messages.{' '}
          <Link className="text-ink underline underline-offset-2" to="/">
            {shopCount === 1 ? 'Go to your shop' : 'Go to your shops'}
          </Link>{' '}
          or see{' '}
          <Link className="text-ink underline underline-offset-2" to={href('/account/security')}>
            how your account is kept safe
          </Link>
          .
        </p>
      </div>
    </>
  )
}
