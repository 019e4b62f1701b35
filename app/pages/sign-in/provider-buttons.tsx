import { Building2 } from 'lucide-react'
import { Form, Link, useNavigation } from 'react-router'
import { Button, buttonClass } from '../../ui/index.ts'
import { ProviderMark } from './provider-mark.tsx'

interface ProviderButtonsProps {
  readonly providers: readonly { readonly id: string; readonly label: string }[]
  /** Address of the form for company sign-in; undefined where it is not offered. */
  readonly companyTo?: string | undefined
}

/** Ways to sign in that lead to somebody else's page. */
export function ProviderButtons({ providers, companyTo }: ProviderButtonsProps) {
  const { formData } = useNavigation()
  const isCompact = providers.length > 2
  if (providers.length === 0 && companyTo === undefined) return null
  return (
    <div className="grid gap-5">
      <p className="flex items-center gap-3 text-[13px] text-faint before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      <div className="grid gap-2.5">
        {providers.length > 0 && (
          <Form className={`grid gap-2.5 ${isCompact ? 'grid-cols-2' : ''}`} method="post">
            <input name="intent" type="hidden" value="provider" />
            {providers.map(({ id, label }) => (
              <Button
                aria-label={`Continue with ${label}`}
                className="h-10 w-full min-w-0"
                isBusy={formData?.get('provider') === id}
                key={id}
                name="provider"
                value={id}
              >
                <ProviderMark provider={id} />
                {isCompact ? label : `Continue with ${label}`}
              </Button>
            ))}
          </Form>
        )}
        {companyTo !== undefined && (
          <Link className={`${buttonClass()} h-10 w-full`} preventScrollReset to={companyTo}>
            <Building2 aria-hidden className="size-4.5 text-soft" strokeWidth={1.75} />
            Company sign-in
          </Link>
        )}
      </div>
    </div>
  )
}
