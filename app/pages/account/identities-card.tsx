import { Form } from 'react-router'
import type { SignInOffers } from '../../identity.ts'
import { Button, Card, CardHeader } from '../../ui/index.ts'
import type { IdentityModel } from './model.ts'
import { Disclosure, SettingRow } from './parts.tsx'

interface IdentitiesCardProps {
  readonly identities: readonly IdentityModel[]
  readonly offers: SignInOffers
}

/** Accounts elsewhere that open this one. */
export function IdentitiesCard({ identities, offers }: IdentitiesCardProps) {
  const linkable = offers.manualLinking
    ? offers.providers.filter(({ id }) => identities.every(({ provider }) => provider !== id))
    : []
  return (
    <Card aria-labelledby="identities-heading">
      <CardHeader id="identities-heading" note="Each of these opens your account." title="Ways to sign in" />
      <ul className="mt-1 divide-y divide-line">
        {identities.map((identity) => (
          <Identity identity={identity} key={identity.id} />
        ))}
      </ul>
      {linkable.length > 0 && (
        <Form className="flex flex-wrap gap-2 border-line border-t p-4 sm:px-5" method="post" reloadDocument>
          <input name="intent" type="hidden" value="link" />
          {linkable.map(({ id, label }) => (
            <Button key={id} name="provider" size="small" value={id}>
              Link {label}
            </Button>
          ))}
        </Form>
      )}
    </Card>
  )
}

function Identity({ identity: { id, label, account, stays } }: { readonly identity: IdentityModel }) {
  return (
    <SettingRow
      action={
        stays === null && (
          <Disclosure about={label} label="Unlink…">
            <p className="mb-3">{account} at this provider then no longer opens your account.</p>
            <Form method="post" preventScrollReset>
              <input name="intent" type="hidden" value="unlink" />
              <input name="identity" type="hidden" value={id} />
              <Button kind="danger" size="small">
                Unlink {label}
              </Button>
            </Form>
          </Disclosure>
        )
      }
      name={label}
    >
      {account}
      {stays !== null && <span className="block text-faint">{stays}</span>}
    </SettingRow>
  )
}
