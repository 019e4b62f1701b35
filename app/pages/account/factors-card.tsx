import { ShieldCheck, Smartphone } from 'lucide-react'
import { Form, href, Link } from 'react-router'
import type { SignInOffers } from '../../identity.ts'
import { Badge, Button, buttonClass, Card, CardHeader } from '../../ui/index.ts'
import type { FactorModel, SecurityModel } from './model.ts'
import { Disclosure, SettingRow, useBusy } from './parts.tsx'

interface FactorsCardProps {
  readonly security: SecurityModel
  readonly offers: SignInOffers
}

/** What is asked for besides the password. */
export function FactorsCard({ security: { factors, recoveryCodes }, offers }: FactorsCardProps) {
  const isOn = factors.length > 0
  const canAddPhone = offers.phoneFactor && factors.every(({ kind }) => kind !== 'phone')
  return (
    <Card aria-labelledby="factors-heading">
      <CardHeader
        id="factors-heading"
        note={isOn ? undefined : 'A stolen password alone then opens nothing.'}
        title={
          <span className="flex items-center gap-2">
            Second factor <Badge tone={isOn ? 'good' : 'neutral'}>{isOn ? 'On' : 'Off'}</Badge>
          </span>
        }
      />
      {isOn && (
        <ul className="mt-1 divide-y divide-line border-line border-b">
          {factors.map((factor) => (
            <Factor factor={factor} isLast={factors.length === 1} key={factor.id} />
          ))}
          <RecoveryCodesRow left={recoveryCodes} />
        </ul>
      )}
      <AddFactor canAddPhone={canAddPhone} canAddTotp={offers.totp} isFirst={!isOn} />
    </Card>
  )
}

function RecoveryCodesRow({ left }: { readonly left: number }) {
  return (
    <SettingRow
      action={
        <Link className={buttonClass('secondary', 'small')} to={href('/account/security/recovery-codes')}>
          {left === 0 ? 'Create' : 'Renew'}
          <span className="sr-only"> recovery codes</span>
        </Link>
      }
      name={<>Recovery codes {left <= 3 && <Badge tone="warn">{left === 0 ? 'None' : 'Few'}</Badge>}</>}
    >
      {left === 0 ? 'Without them a lost phone locks you out.' : `${left} left`}
    </SettingRow>
  )
}

interface AddFactorProps {
  readonly canAddTotp: boolean
  readonly canAddPhone: boolean
  readonly isFirst: boolean
}

function AddFactor({ canAddTotp, canAddPhone, isFirst }: AddFactorProps) {
  return (
    <div className="flex flex-wrap gap-2 p-4 sm:px-5">
      {canAddTotp && (
        <Link
          className={buttonClass(isFirst ? 'primary' : 'secondary', 'small')}
          to={href('/account/security/authenticator')}
        >
          Add an authenticator app
        </Link>
      )}
      {canAddPhone && (
        <Link className={buttonClass('secondary', 'small')} to={href('/account/security/phone-factor')}>
          Add a phone
        </Link>
      )}
      {!canAddTotp && !canAddPhone && (
        <p className="text-[13px] text-soft">This installation offers no further factor.</p>
      )}
    </div>
  )
}

function Factor({ factor, isLast }: { readonly factor: FactorModel; readonly isLast: boolean }) {
  const Icon = factor.kind === 'totp' ? ShieldCheck : Smartphone
  return (
    <SettingRow
      action={
        <Disclosure about={factor.name} label="Remove…">
          <p className="mb-3">
            {isLast
              ? 'It is your only one: signing in then takes nothing but the first step, and your recovery codes mean nothing.'
              : 'It is no longer asked for; your others stay.'}
          </p>
          <Form method="post" preventScrollReset>
            <input name="intent" type="hidden" value="remove-factor" />
            <input name="factor" type="hidden" value={factor.id} />
            <Button isBusy={useBusy('remove-factor')} kind="danger" size="small">
              Remove {factor.name}
            </Button>
          </Form>
        </Disclosure>
      }
      name={
        <>
          <Icon aria-hidden className="size-4 text-faint" strokeWidth={1.75} /> {factor.name}
        </>
      }
    >
      {[factor.phone, `added ${factor.since}`].filter(Boolean).join(' · ')}
    </SettingRow>
  )
}
