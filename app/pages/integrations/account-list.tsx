import type { AdAccountModel } from '../../blocks/connections/model.ts'
import { Badge } from '../../ui/index.ts'

interface AccountListProps {
  /** Of several cards, whose accounts these are. */
  readonly platform: string
  readonly accounts: readonly AdAccountModel[]
  /** The form that asks which to read shows them all. */
  readonly isAsked: boolean
}

/** The ad accounts that are read, and what keeps one of them from it. */
export function AccountList({ platform, accounts, isAsked }: AccountListProps) {
  const chosen = accounts.filter((account) => account.chosen)
  if (isAsked || chosen.length === 0) return null
  return (
    <section aria-label={`Accounts at ${platform}`} className="border-line border-t px-4 py-4 sm:px-5">
      <h4 className="font-medium text-[13px]">{chosen.length === 1 ? 'Account' : 'Accounts'}</h4>
      <ul className="mt-2 grid gap-2.5 text-[13px]">
        {chosen.map((account) => (
          <li className="min-w-0" key={account.id}>
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <span className="break-words font-medium">{account.name}</span>
              {account.problem && <Badge tone="bad">Not read</Badge>}
              {!account.problem && account.state && <Badge tone="warn">{account.state}</Badge>}
            </p>
            <p className="break-words text-faint">{account.basics}</p>
            {account.problem ? (
              <p className="mt-0.5 max-w-prose text-bad">
                {account.problem.message} <span className="text-soft">Since {account.problem.since}.</span>
              </p>
            ) : (
              account.note && <p className="mt-0.5 max-w-prose text-soft">{account.note}</p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
